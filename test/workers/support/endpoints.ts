import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import type { ReceivedCall } from './receiver.ts';

/** What somebody's endpoint does with a request, once it has read it. */
export type Reaction = { readonly status: number; readonly headers?: Record<string, string> } | 'hang up';

type React = (call: ReceivedCall) => Reaction | Promise<Reaction>;

export interface Endpoints {
  /** @returns the URL at which an endpoint reacts so */
  add(react: React): string;
}

/** Many endpoints on one server, each at a path of its own. Closes when the file's tests are over. */
export async function startEndpoints(): Promise<Endpoints> {
  const reactions: React[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const react = reactions[Number(request.url?.slice(1))];
    const reaction = await react?.({ headers: request.headers, rawHeaders: request.rawHeaders, body });
    if (!reaction || reaction === 'hang up') return response.destroy();

    return response.writeHead(reaction.status, reaction.headers).end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  return { add: (react) => `http://127.0.0.1:${port}/${reactions.push(react) - 1}` };
}
