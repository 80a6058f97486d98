import { request as startRequest } from 'node:http';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import { openConnection } from '#lib/network/guarded-connection.ts';
import { secure } from '#lib/network/post.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import { checkPublicUrl, hostOf, portOf } from '#lib/network/public-url.ts';
import { readAnswer } from '#lib/network/read-answer.ts';

const deadlineMs = 5000;

/** Where an address leads on to, asked once and not followed; undefined when it leads nowhere or does not answer. */
export async function findRedirect(text: string, loopback: Loopback): Promise<string | undefined> {
  const checked = checkPublicUrl(text, { loopback });
  if (!checked.ok) return undefined;
  try {
    return await ask(checked.url, checked.rule);
  } catch (error) {
    if (error instanceof ConnectionFailure) return undefined;
    throw error;
  }
}

async function ask(
  url: URL,
  rule: Parameters<typeof openConnection>[0]['rule'],
): Promise<string | undefined> {
  const deadline = AbortSignal.timeout(deadlineMs);
  const host = hostOf(url);
  const socket = await openConnection({ host, port: portOf(url), rule, timeoutMs: deadlineMs });
  try {
    const channel = url.protocol === 'https:' ? await secure(socket, host, deadline) : socket;
    const request = startRequest({
      ...{ method: 'GET', path: `${url.pathname}${url.search}`, signal: deadline },
      headers: { host: url.host, connection: 'close' },
      createConnection: () => channel,
    });
    const { response } = await readAnswer(request.end());
    const { statusCode = 0, headers } = response;
    response.destroy();

    return statusCode >= 300 && statusCode < 400 ? headers.location : undefined;
  } finally {
    socket.destroy();
  }
}
