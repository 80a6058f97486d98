import { once } from 'node:events';
import { request as startRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as startTls } from 'node:tls';
import { ConnectionFailure, type FailureCode } from '#lib/network/connection-failure.ts';
import { ignoreLateError, openConnection } from '#lib/network/guarded-connection.ts';
import type { Resolve } from '#lib/network/guarded-lookup.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import { checkPublicUrl, hostOf, portOf } from '#lib/network/public-url.ts';
import { readAnswer } from '#lib/network/read-answer.ts';
import { readRetryAfter, takeSnippet } from '#lib/network/response-answer.ts';

export type PostRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  loopback: Loopback;
  /** For everything: resolving, connecting, TLS, headers and body. */
  deadlineMs?: number;
  /** For resolving and connecting together. */
  connectMs?: number;
  resolve?: Resolve;
};

type Answer = { status: number; snippet: string; retryAfterSeconds: number | null };

export type PostOutcome =
  | ({ kind: 'answered'; durationMs: number } & Answer)
  | { kind: 'failed'; code: FailureCode; durationMs: number };

/**
 * POSTs once, over a connection of its own, and never throws for what the other side does. Follows no redirect, uses
 * no proxy, decompresses nothing. Once the status is there, a longer or a broken body changes nothing; a body that is
 * still dripping at the deadline is a `timeout`. Throws only for header names or values that HTTP cannot carry.
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

async function exchange(request: PostRequest): Promise<Answer> {
  const { deadlineMs = 10_000, connectMs = 3000, loopback, resolve } = request;
  const checked = checkPublicUrl(request.url, { loopback });
  if (!checked.ok) {
    throw new ConnectionFailure('blocked_address');
  }

  const { url, rule } = checked;
  const deadline = AbortSignal.timeout(deadlineMs);
  const socket = await openConnection({
    host: hostOf(url),
    port: portOf(url),
    rule,
    timeoutMs: Math.min(connectMs, deadlineMs),
    resolve,
  });
  try {
    const channel = url.protocol === 'https:' ? await secure(socket, hostOf(url), deadline) : socket;

    return await sendAndRead(channel, url, request, deadline);
  } finally {
    socket.destroy();
  }
}

/** An IP address is no valid server name (RFC 6066, section 3); the certificate is checked against it all the same. */
export async function secure(socket: Socket, host: string, deadline: AbortSignal): Promise<Duplex> {
  const secured = startTls({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  }).on('error', ignoreLateError);
  try {
    await once(secured, 'secureConnect', { signal: deadline });
  } catch (cause) {
    secured.destroy();
    throw new ConnectionFailure(deadline.aborted ? 'timeout' : 'tls', { cause });
  }

  return secured;
}

async function sendAndRead(
  channel: Duplex,
  url: URL,
  { headers, body }: PostRequest,
  deadline: AbortSignal,
): Promise<Answer> {
  const request = startRequest({
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, 'content-length': String(body.byteLength), connection: 'close' },
    createConnection: () => channel,
    signal: deadline,
  });
  try {
    const { response, received } = await readAnswer(request.end(body));
    const content = await received;
    deadline.throwIfAborted();

    return {
      status: response.statusCode ?? 0,
      snippet: takeSnippet(content, response.headers),
      retryAfterSeconds: readRetryAfter(response.headers),
    };
  } catch (cause) {
    throw deadline.aborted ? new ConnectionFailure('timeout', { cause }) : cause;
  } finally {
    channel.destroy();
  }
}
