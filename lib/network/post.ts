import { request as startRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { ConnectionFailure, type FailureCode } from '#lib/network/connection-failure.ts';
import { withChannel } from '#lib/network/guarded-channel.ts';
import type { Resolve } from '#lib/network/guarded-lookup.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import { checkPublicUrl } from '#lib/network/public-url.ts';
import { readResponse } from '#lib/network/read-response.ts';
import { bodySnippet, readRetryAfter } from '#lib/network/response-summary.ts';

export type PostRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  loopback: Loopback;
  /** Covers name resolution, connecting, TLS, headers and body. */
  deadlineMs?: number;
  /** Covers name resolution and connecting. */
  connectMs?: number;
  resolve?: Resolve;
};

type ResponseSummary = { status: number; snippet: string; retryAfterSeconds: number | null };

/** `answered`: a response with any status. `failed`: no status, or an incomplete body at the deadline. */
export type PostOutcome =
  | ({ kind: 'answered'; durationMs: number } & ResponseSummary)
  | { kind: 'failed'; code: FailureCode; durationMs: number };

/**
 * Sends one POST over its own connection. It follows no redirects, uses no proxy and decompresses nothing. All network errors
 * are returned, not thrown. After the status has arrived, an oversized or broken body is ignored; a body that is incomplete
 * at the deadline is a `timeout`. Throws only for invalid header names or values.
 */
export async function postBytes(request: PostRequest): Promise<PostOutcome> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    return { kind: 'answered', ...(await exchange(request)), durationMs: durationMs() };
  } catch (error) {
    if (error instanceof ConnectionFailure) {
      return { kind: 'failed', code: error.code, durationMs: durationMs() };
    }
    throw error;
  }
}

async function exchange(request: PostRequest): Promise<ResponseSummary> {
  const { deadlineMs = 10_000, connectMs = 3000, loopback, resolve } = request;
  const checked = checkPublicUrl(request.url, { loopback });
  if (!checked.ok) {
    throw new ConnectionFailure('blocked_address');
  }

  const { url } = checked;
  const deadline = AbortSignal.timeout(deadlineMs);

  return withChannel(checked, { deadline, connectMs: Math.min(connectMs, deadlineMs), resolve }, (channel) =>
    sendAndRead(channel, url, request, deadline),
  );
}

async function sendAndRead(
  channel: Duplex,
  url: URL,
  { headers, body }: PostRequest,
  deadline: AbortSignal,
): Promise<ResponseSummary> {
  const request = startRequest({
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, 'content-length': String(body.byteLength), connection: 'close' },
    createConnection: () => channel,
    signal: deadline,
  });
  try {
    const { response, received } = await readResponse(request.end(body));
    const content = await received;
    deadline.throwIfAborted();

    return {
      status: response.statusCode ?? 0,
      snippet: bodySnippet(content, response.headers),
      retryAfterSeconds: readRetryAfter(response.headers),
    };
  } catch (cause) {
    throw deadline.aborted ? new ConnectionFailure('timeout', { cause }) : cause;
  } finally {
    channel.destroy();
  }
}
