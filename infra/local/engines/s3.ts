import { mkdirSync } from 'node:fs';
import { buildApp } from 'fauxqs';
import { openFileStores, startApp } from './fauxqs-parts.ts';
import type { LoopbackServer } from './loopback.ts';
import { checkSignedUrl } from './s3-signed-url.ts';

interface S3Options {
  readonly dataFolder: string;
  readonly port?: number | undefined;
  /** The secret of the credentials that sign URLs. */
  readonly secretAccessKey: string;
}

/**
 * Starts the embedded S3 on the loopback address. A request needs a signature: SDK clients send one in a header, which is not
 * checked, and the signature of a URL is checked with its expiry. Files are on disk before a call returns.
 * @throws {PortTaken}
 */
export async function startS3({ dataFolder, port, secretAccessKey }: S3Options): Promise<LoopbackServer> {
  mkdirSync(dataFolder, { recursive: true });
  const files = openFileStores(dataFolder);
  const app = buildApp({ logger: false, stores: files.stores });
  app.addHook('onClose', async () => files.close());
  app.addHook('preHandler', async ({ method, url, headers }, reply) => {
    if (headers.authorization !== undefined) return;
    const message = await checkSignedUrl({ method, url, host: headers.host ?? '' }, secretAccessKey);
    if (message === undefined) return;
    await reply
      .status(403)
      .header('content-type', 'application/xml')
      .send(`<Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`);
  });

  return startApp(app, 'S3', port);
}
