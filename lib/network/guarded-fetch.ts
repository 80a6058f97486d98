import { type PendingResponse, requestGuarded } from '#lib/network/guarded-request.ts';
import type { Loopback } from '#lib/network/public-host.ts';

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
  return (address: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const text = body?.toString() ?? '';
    const request = { method, headers, ...(text !== '' && { body: Buffer.from(text) }) };

    return requestGuarded(address, { ...request, loopback, deadlineMs }, toResponse);
  };
}

async function toResponse({ response, received }: PendingResponse): Promise<Response> {
  const content = await received;
  const { statusCode = 0, headers } = response;

  return new Response(mayHaveBody(statusCode) ? Buffer.from(content) : null, {
    status: statusCode,
    headers: { 'content-type': headers['content-type'] ?? '' },
  });
}

/** `Response` rejects a body for these statuses. */
function mayHaveBody(status: number): boolean {
  return ![204, 205, 304].includes(status);
}
