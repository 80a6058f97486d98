import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Forwarded {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** What the receiver answered; undefined while there is none. */
  readonly status: number | undefined;
}

/** Stands between the service and a receiver that comes and goes, and can lose an answer on its way back. */
export interface Forwarder {
  readonly url: string;
  /** Everything that came, in order. */
  readonly deliveries: readonly Forwarded[];
  to(receiver: string): void;
  loseNextAnswer(): void;
  /** Sends the receiver something that the service did not. @returns its answer */
  post(headers: Readonly<Record<string, string>>, body: Buffer | string): Promise<number>;
}

export async function startForwarder(): Promise<Forwarder> {
  const deliveries: Forwarded[] = [];
  let target = '';
  let isLosing = false;

  const post: Forwarder['post'] = async (headers, body) =>
    (await fetch(target, { method: 'POST', headers, body })).status;
  /** Undefined when the receiver is not there. */
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
