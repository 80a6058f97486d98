import { request as startRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import { withChannel } from '#lib/network/guarded-channel.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import { checkPublicUrl } from '#lib/network/public-url.ts';
import { readResponse } from '#lib/network/read-response.ts';

/**
 * Requests a URL once and returns its redirect target without following it; undefined without a redirect or a response. The proof
 * of a tracking domain uses it.
 * @param deadlineMs for the whole request
 */
export async function findRedirect(
  text: string,
  loopback: Loopback,
  deadlineMs = 5000,
): Promise<string | undefined> {
  const checked = checkPublicUrl(text, { loopback });
  if (!checked.ok) return undefined;
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    return await withChannel(checked, { deadline, connectMs: deadlineMs }, (channel) =>
      requestLocation(checked.url, channel, deadline),
    );
  } catch (error) {
    if (error instanceof ConnectionFailure) return undefined;
    throw error;
  }
}

async function requestLocation(
  url: URL,
  channel: Duplex,
  deadline: AbortSignal,
): Promise<string | undefined> {
  const request = startRequest({
    method: 'GET',
    path: `${url.pathname}${url.search}`,
    signal: deadline,
    headers: { host: url.host, connection: 'close' },
    createConnection: () => channel,
  });
  const { response } = await readResponse(request.end());
  const { statusCode = 0, headers } = response;
  response.destroy();

  return statusCode >= 300 && statusCode < 400 ? headers.location : undefined;
}
