import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface ReceivedRequest {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface FailingReceiver {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Status of all later responses, 500 at the start. */
  respondWith(status: number): void;
  stop(): Promise<void>;
}

/** A webhook endpoint that fails until `respondWith` changes its status. */
export async function startFailingReceiver(): Promise<FailingReceiver> {
  const requests: ReceivedRequest[] = [];
  let current = 500;
  const server = createServer(async (request, response) => {
    const status = current;
    requests.push({ status, headers: request.headers, body: await text(request) });
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/events`,
    requests,
    respondWith: (status) => {
      current = status;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
