import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import type { ReceivedCall } from './receiver.ts';

/** An endpoint's reaction to a request that it has received. */
export type Reaction = { readonly status: number; readonly headers?: Record<string, string> } | 'hang up';

type React = (call: ReceivedCall) => Reaction | Promise<Reaction>;

export interface Endpoints {
  /** Adds an endpoint with this reaction. @returns its URL */
  add(react: React): string;
}

/** Several endpoints on one server, one path each. Closes after the file's tests. */
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
