import { request as startRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import { withChannel } from '#lib/network/guarded-channel.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import { checkPublicUrl } from '#lib/network/public-url.ts';
import { readResponse } from '#lib/network/read-response.ts';

interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Any object that serialises itself, such as `URLSearchParams`. Absent or null: no body. */
  readonly body?: { toString(): string } | null | undefined;
}

/** Limit of one call. Two calls and a login must fit into one request of a user. */
const deadlineMs = 4500;

/**
 * Returns a `fetch` for libraries without their own HTTP client. Each call uses one guarded connection, like webhooks. It
 * follows no redirects, decompresses nothing and truncates the body at 64 KB or where the connection ends. The returned
 * function throws `ConnectionFailure` when it receives no status.
 */
export function guardedFetch(loopback: Loopback) {
  return async (address: string, options: FetchOptions): Promise<Response> => {
    const checked = checkPublicUrl(address, { loopback });
    if (!checked.ok) throw new ConnectionFailure('blocked_address');
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      return await withChannel(checked, { deadline, connectMs: deadlineMs }, (channel) =>
        exchange(channel, checked.url, options, deadline),
      );
    } catch (cause) {
      throw deadline.aborted ? new ConnectionFailure('timeout', { cause }) : cause;
    }
  };
}

async function exchange(
  channel: Duplex,
  url: URL,
  { method, headers, body }: FetchOptions,
  deadline: AbortSignal,
): Promise<Response> {
  const requestBody = Buffer.from(body?.toString() ?? '');
  const request = startRequest({
    method,
    path: `${url.pathname}${url.search}`,
    signal: deadline,
    headers: { ...headers, ...headersOf(url, requestBody) },
    createConnection: () => channel,
  });
  const { response, received } = await readResponse(request.end(requestBody));
  const content = await received;
  deadline.throwIfAborted();
  const { statusCode = 0, headers: responseHeaders } = response;

  return new Response(mayHaveBody(statusCode) ? Buffer.from(content) : null, {
    status: statusCode,
    headers: { 'content-type': responseHeaders['content-type'] ?? '' },
  });
}

function headersOf(url: URL, content: Buffer): Record<string, string> {
  const framing = content.length > 0 ? { 'content-length': String(content.length) } : {};

  return { host: url.host, connection: 'close', ...framing };
}

/** `Response` rejects a body for these statuses. */
function mayHaveBody(status: number): boolean {
  return ![204, 205, 304].includes(status);
}
