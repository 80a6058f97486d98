import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';

export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface Receiver {
  readonly url: string;
  readonly calls: ReceivedCall[];
  /** The next responses: one for all requests, or a function of the request. */
  answer: Answer | ((call: ReceivedCall) => Answer | Promise<Answer>);
}

/** A webhook endpoint on this machine. Closes after the file's tests. */
export async function startReceiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const received = { headers: request.headers, rawHeaders: request.rawHeaders, body };
    calls.push(received);
    const { answer } = receiver;
    const {
      status,
      headers,
      body: reply = 'thank you',
    } = typeof answer === 'function' ? await answer(received) : answer;
    response.writeHead(status, headers).end(reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    calls,
    answer: { status: 200 },
  };
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  return receiver;
}
