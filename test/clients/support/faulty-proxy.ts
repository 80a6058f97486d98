import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that reached the proxy. */
interface Attempt {
  readonly request: string;
  readonly key: string;
  readonly at: number;
}

export interface FaultyProxy {
  readonly url: string;
  readonly attempts: readonly Attempt[];
  close(): Promise<void>;
}

/** Seconds in `Retry-After`. */
export const retryAfter = 1;

/**
 * A proxy that fails. A write gets: 503 without reaching the API; a lost response, after the API has processed it; 429; and then its
 * response. The first of two reads gets no response.
 */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const attempts: Attempt[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const attempt = describe(request);
    attempts.push(attempt);
    const number = attempts.filter(
      ({ request: other, key }) => other === attempt.request && key === attempt.key,
    ).length;
    if (request.method === 'GET') {
      if (number % 2 === 1) response.destroy();
      else await forward(target, request, body, response);

      return;
    }
    if (number === 1) refuse(response, 503, 'Service Unavailable');
    else if (number === 3) refuse(response, 429, 'Too Many Requests');
    else await forward(target, request, body, number === 2 ? undefined : response);
    if (number === 2) response.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attempts,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function describe({ method, url, headers }: IncomingMessage): Attempt {
  return { request: `${method} ${url}`, key: String(headers['idempotency-key']), at: performance.now() };
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Retry-After': retryAfter, 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ message }));
}

/** Without a response to write to, the response of the API is lost. */
async function forward(
  target: string,
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse | undefined,
): Promise<void> {
  const { host, connection, 'content-length': length, ...rest } = headers;
  const forwarded = Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = await fetch(target + url, { method, headers: forwarded, ...(body.length > 0 && { body }) });
  const text = await answer.text();
  const returned = [...answer.headers].filter(
    ([name]) => !/^(?:transfer|content-)(?:encoding|length)$/.test(name),
  );
  response?.writeHead(answer.status, Object.fromEntries(returned)).end(text);
}
