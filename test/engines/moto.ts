import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder } from '../../infra/local/engines/engine-cache.ts';
import { findFreePort } from '../../infra/local/engines/loopback.ts';
import type { Engine } from './engine.ts';
import { run, startServer } from './process.ts';

const version = '5.2.5';
export const accountId = '000000000000';

const install = () =>
  cachedFolder(`moto-${version}`, async (folder) => {
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin', 'pip'), [
      'install',
      '--disable-pip-version-check',
      '--quiet',
      `moto[server]==${version}`,
    ]);
  });

/** Many AWS services in memory: https://docs.getmoto.org. */
export const moto: Engine = {
  name: 'moto',
  title: `moto ${version}`,
  commands: ['python3'],
  start: async () => {
    const { endpoint, stop } = await startMoto();

    return {
      variables: {
        AWS_ENDPOINT_URL_DYNAMODB: endpoint,
        AWS_ENDPOINT_URL_SQS: endpoint,
        AWS_ENDPOINT_URL_SCHEDULER: endpoint,
        AWS_ENDPOINT_URL_KMS: endpoint,
      },
      stop,
    };
  },
};

export async function startMoto() {
  const folder = await install();
  const port = await findFreePort('moto');
  const endpoint = `http://127.0.0.1:${port}`;
  const server = fileURLToPath(new URL('./moto-server.py', import.meta.url));
  const { stop } = await startServer(join(folder, 'bin', 'python'), [server, String(port)], {
    endpoint,
    folder,
    variables: { MOTO_ACCOUNT_ID: accountId, MOTO_PORT: String(port) },
  });

  return { endpoint, stop };
}
