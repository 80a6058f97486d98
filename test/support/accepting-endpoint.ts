import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let address: Promise<string> | undefined;

/** URL of a local HTTP server that accepts every POST request, until this process ends. */
export function acceptingUrl(): Promise<string> {
  address ??= listen();

  return address;
}

async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');

  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
}
