import type { IncomingHttpHeaders } from 'node:http';
import { ConnectionFailure, type FailureCode } from '#lib/network/connection-failure.ts';
import { type GuardedRequest, type PendingResponse, requestGuarded } from '#lib/network/guarded-request.ts';
import { startStopwatch } from '#lib/network/stopwatch.ts';

export type PostRequest = Omit<GuardedRequest, 'method' | 'deadlineMs'> & {
  url: string;
  deadlineMs?: number;
};

type ResponseSummary = { status: number; snippet: string; retryAfterSeconds: number | null };

/** `answered`: a response with any status. `failed`: no status, or an incomplete body at the deadline. */
export type PostOutcome =
  | ({ kind: 'answered'; durationMs: number } & ResponseSummary)
  | { kind: 'failed'; code: FailureCode; durationMs: number };

/**
 * Sends one POST. All network errors are returned, not thrown. After the status has arrived, an oversized or broken body is
 * ignored; a body that is incomplete at the deadline is a `timeout`. Throws only for invalid header names or values.
 */
export async function postBytes({
  url,
  deadlineMs = 10_000,
  connectMs = 3000,
  ...request
}: PostRequest): Promise<PostOutcome> {
  const stopwatch = startStopwatch();
  const durationMs = stopwatch.elapsedMs;
  try {
    const limits = { deadlineMs, connectMs };
    const summary = await requestGuarded(url, { method: 'POST', ...request, ...limits }, readSummary);

    return { kind: 'answered', ...summary, durationMs: durationMs() };
  } catch (error) {
    if (error instanceof ConnectionFailure) {
      return { kind: 'failed', code: error.code, durationMs: durationMs() };
    }
    throw error;
  } finally {
    stopwatch.stop();
  }
}

async function readSummary({ response, received }: PendingResponse): Promise<ResponseSummary> {
  const content = await received;

  return {
    status: response.statusCode ?? 0,
    snippet: bodySnippet(content, response.headers),
    retryAfterSeconds: readRetryAfter(response.headers),
  };
}

const snippetBytesMax = 1024;

/** Media types with text that can be shown. */
const textType =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/x-www-form-urlencoded\b)/i;

/** Control, formatting and unassigned characters, and U+FFFD, which replaces invalid UTF-8. */
const unprintable = /[^\P{C}\n\t]|\uFFFD/gu;

/** IMF-fixdate and the older RFC 850 form (RFC 9110, section 5.6.7). */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, [\w :-]+ GMT$/;

/** The start of a body for display to the endpoint's owner: at most 1 KB; empty if it is not plain text. */
export function bodySnippet(body: Uint8Array, headers: IncomingHttpHeaders): string {
  const { 'content-type': type = 'text/plain', 'content-encoding': encoding = 'identity' } = headers;
  const head = body.subarray(0, snippetBytesMax);
  if (!textType.test(type) || encoding.toLowerCase() !== 'identity' || head.includes(0)) {
    return '';
  }

  // `stream` omits a character that is cut off at the end.
  return new TextDecoder().decode(head, { stream: true }).replace(unprintable, '');
}

/**
 * `Retry-After` in seconds from now: 0 for a past date, null when absent or malformed (RFC 9110, section 10.2.3). A date is
 * compared with the response's own `Date`, so clock differences do not matter.
 */
export function readRetryAfter(headers: IncomingHttpHeaders): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) {
    return Number(value);
  }
  const at = readDate(value);
  if (at === null) {
    return null;
  }
  const sentAt = readDate(headers.date ?? '') ?? Date.now();

  return Math.max(0, Math.ceil((at - sentAt) / 1000));
}

function readDate(value: string): number | null {
  const time = httpDate.test(value) ? Date.parse(value) : Number.NaN;

  return Number.isNaN(time) ? null : time;
}
