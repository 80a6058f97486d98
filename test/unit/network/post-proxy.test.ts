import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startServer } from './loopback-servers.ts';
import { open } from './post-to.ts';

/** Each script sends to a port in its own process, because the variables are read at startup. */
const postBytes = `
  const { postBytes } = await import('#lib/network/post.ts');
  const request = { headers: {}, body: new Uint8Array(), loopback: 'allow' };
  const urls = ['http://127.0.0.1:PORT/', 'http://localhost:PORT/', 'https://127.0.0.1:PORT/'];
  for (const url of urls) await postBytes({ ...request, url });
`;
const plainRequest = `
  const { request } = await import('node:http');
  request('http://127.0.0.1:PORT/').on('error', () => {}).end();
`;

async function send(script: string, environment: (proxy: string) => Record<string, string>) {
  const [proxy, target] = await Promise.all([startServer(hangUp), startServer(hangUp)]);
  open.push(proxy, target);
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script.replaceAll('PORT', String(target.port))],
    { env: { PATH: process.env['PATH'], ...environment(`http://127.0.0.1:${proxy.port}`) } },
  );

  return { proxied: proxy.connections(), direct: target.connections() };
}

function hangUp(socket: { destroy: () => void }): void {
  socket.destroy();
}

const everyVariable = (proxy: string) => ({
  ...Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
      [name, proxy],
      [name.toLowerCase(), proxy],
    ]),
  ),
  NODE_USE_ENV_PROXY: '1',
});

describe('variables that name a proxy', () => {
  it('have no effect: every connection goes directly to its URL', async () => {
    expect(await send(postBytes, everyVariable)).toEqual({ proxied: 0, direct: 3 });
  });

  it('do affect an ordinary request', async () => {
    expect(await send(plainRequest, everyVariable)).toEqual({ proxied: 1, direct: 0 });
  });
});
