import { afterEach } from 'vitest';
import { type PostRequest, postBytes } from '#lib/network/post.ts';
import { type LoopbackServer, startAnswering } from './loopback-servers.ts';

/** Servers to close when the test is over. */
export const open: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Posts to a server that answers so, unless the changes name another URL. */
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

/** A whole answer as it goes over the wire. */
export function answerOf(status: string, headers = '', body = ''): string {
  return `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
