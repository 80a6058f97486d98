import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Forwarded {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Status that the receiver returned; undefined if it is down. */
  readonly status: number | undefined;
}

/** A proxy between the service and a receiver. The receiver may be down, and the proxy can drop its response. */
export interface Forwarder {
  readonly url: string;
  /** All deliveries in order of arrival. */
  readonly deliveries: readonly Forwarded[];
  to(receiver: string): void;
  loseNextAnswer(): void;
  /** Posts a forged delivery to the receiver. @returns the response status */
  post(headers: Readonly<Record<string, string>>, body: Buffer | string): Promise<number>;
}

export async function startForwarder(): Promise<Forwarder> {
  const deliveries: Forwarded[] = [];
  let target = '';
  let isLosing = false;

  const post: Forwarder['post'] = async (headers, body) =>
    (await fetch(target, { method: 'POST', headers, body })).status;
  /** @returns the receiver's status; undefined if it is down */
  const forward = async (request: IncomingMessage): Promise<number | undefined> => {
    const body = await buffer(request);
    const headers = webhookHeaders(request);
    const status = await post(headers, body).catch(() => undefined);
    deliveries.push({ headers, body, status });

    return status;
  };
  const server = createServer(async (request, response) => {
    const status = await forward(request);
    if (status !== undefined && !isLosing) {
      response.writeHead(status).end();
      return;
    }
    isLosing = false;
    response.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the forwarder has no port');

  return {
    url: `http://127.0.0.1:${address.port}/`,
    deliveries,
    to: (receiver) => {
      target = receiver;
    },
    loseNextAnswer: () => {
      isLosing = true;
    },
    post,
  };
}

function webhookHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => /^(?:x-)?webhook-/.test(name))
      .map(([name, value]) => [name, String(value)]),
  );
}
