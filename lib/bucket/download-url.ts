import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { readConfig, s3Endpoint } from '#lib/runtime/config.ts';
import { dynamoClient } from '#lib/runtime/services.ts';

/** A file of the bucket of exports, as a client downloads it. */
interface Download {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whole seconds. */
  readonly validSeconds: number;
}

/** Creates a URL with which a client downloads a file without another credential. */
export type DownloadUrls = (download: Download) => Promise<string>;

/**
 * The function's own role signs the URL, so the URL is invalid earlier if the credentials of the role expire. Signing is local.
 * Only the presigner is bundled: the S3 client would add 100 KB.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html
 */
export function exportDownloadUrls(): DownloadUrls {
  const bucket = readConfig('exports:download').EXPORTS_BUCKET_NAME;
  const { credentials, region, sha256 } = dynamoClient().config;
  const presigner = new S3RequestPresigner({ credentials, region, sha256 });

  return async ({ key, now, validSeconds }) => {
    const address = addressOf(bucket, key, await region());
    const signed = await presigner.presign(
      {
        method: 'GET',
        ...address,
        headers: {},
      },
      { expiresIn: validSeconds, signingDate: new Date(now) },
    );

    return urlOf(signed);
  };
}

type Address = Pick<Parameters<S3RequestPresigner['presign']>[0], 'protocol' | 'hostname' | 'path' | 'port'>;
type Signed = Awaited<ReturnType<S3RequestPresigner['presign']>>;

/**
 * The address of a file at S3. A local endpoint has no host name for each bucket, so there the bucket is in the path. Keys need
 * no escaping.
 */
function addressOf(bucket: string, key: string, region: string): Address {
  const endpoint = s3Endpoint();
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  if (endpoint === undefined)
    return { protocol: 'https:', hostname: `${bucket}.s3.${region}.${suffix}`, path: `/${key}` };
  const { protocol, hostname, port } = new URL(endpoint);

  return { protocol, hostname, ...(port !== '' && { port: Number(port) }), path: `/${bucket}/${key}` };
}

function urlOf({ protocol, hostname, port, path, query = {} }: Signed): string {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));

  return url.href;
}
