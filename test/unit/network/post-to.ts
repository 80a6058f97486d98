import { afterEach, beforeEach, expect } from 'vitest';
import { type PostRequest, postBytes } from '#lib/network/post.ts';
import { type LoopbackServer, startAnswering } from './loopback-servers.ts';
import { type WatchedConnections, watchConnections } from './watched-connections.ts';

/** Servers to close after the test. */
export const open: LoopbackServer[] = [];
let watched: WatchedConnections;
beforeEach(() => {
  watched = watchConnections();
});
afterEach(async () => {
  watched.stop();
  const servers = open.splice(0);
  await expect
    .poll(() => servers.map((server) => server.openConnections()), { interval: 5 })
    .toEqual(servers.map(() => 0));
  await Promise.all(servers.map((server) => server.close()));
});

/** Response bytes read since the test started, over closed connections. */
export function bytesRead(): number {
  expect(watched.sockets.map(({ destroyed }) => destroyed)).toEqual(watched.sockets.map(() => true));

  return watched.sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
}

/** Posts to a server with this response, unless the options set another URL. */
export async function postTo(
  answer: Parameters<typeof startAnswering>[0],
  changes: Partial<PostRequest> = {},
) {
  const server = await startAnswering(answer);
  open.push(server);

  return postBytes({
    url: `http://127.0.0.1:${server.port}/hook?a=1#part`,
    headers: { 'content-type': 'application/json', 'x-webhook-id': 'evt_1' },
    body: new TextEncoder().encode('{"é":1}'),
    loopback: 'allow',
    deadlineMs: 2000,
    ...changes,
  });
}

/** A complete response as sent over the wire. */
export function answerOf(status: string, headers = '', body = ''): string {
  return `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
