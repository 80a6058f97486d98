import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as startTls } from 'node:tls';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import type { ConversationBudget } from '#lib/network/conversation-budget.ts';
import { ignoreLateError, openConnection } from '#lib/network/guarded-connection.ts';
import type { Resolve } from '#lib/network/guarded-lookup.ts';
import type { AddressRule } from '#lib/network/public-address.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import { checkPublicUrl, hostOf, portOf } from '#lib/network/public-url.ts';
import { startDeadline } from '#lib/network/stopwatch.ts';

/** A response after the arrival of its status. */
export type PendingResponse = {
  response: IncomingMessage;
  /** The body; incomplete if the connection breaks or the size limit is reached. */
  received: Promise<Uint8Array>;
};

/** Maximum bytes of a response: interim responses, headers, chunk framing and body together. */
const responseBytesMax = 65_536;

export type GuardedRequest = {
  method: string;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  loopback: Loopback;
  /** Covers name resolution, connecting, TLS, headers and body. */
  deadlineMs: number;
  /** Covers name resolution and connecting. Default: `deadlineMs`. */
  connectMs?: number;
  resolve?: Resolve;
};

/**
 * Sends one request to a public URL over its own guarded connection. It follows no redirects, uses no proxy and decompresses
 * nothing.
 * @param read runs when the status has arrived
 * @throws ConnectionFailure when the URL is not permitted, no status arrives, or `read` is not finished at the deadline
 */
export async function requestGuarded<Result>(
  address: string,
  request: GuardedRequest,
  read: (pending: PendingResponse) => Promise<Result>,
): Promise<Result> {
  const { loopback, deadlineMs, connectMs = deadlineMs, resolve } = request;
  const checked = checkPublicUrl(address, { loopback });
  if (!checked.ok) throw new ConnectionFailure('blocked_address');
  const { signal: deadline, stop } = startDeadline(deadlineMs);
  const limits = { deadline, connectMs: Math.min(connectMs, deadlineMs), resolve };
  try {
    return await withChannel(checked, limits, async (channel) => {
      const result = await read(await readResponse(send(request, checked.url, channel, deadline)));
      deadline.throwIfAborted();

      return result;
    });
  } catch (cause) {
    throw deadline.aborted ? new ConnectionFailure('timeout', { cause }) : cause;
  } finally {
    stop();
  }
}

type ChannelOptions = {
  /** Aborts the TLS handshake; `work` must observe it itself. */
  deadline: AbortSignal;
  /** Covers name resolution and connecting. */
  connectMs: number;
  resolve?: Resolve | undefined;
};

/**
 * Budget of one request and its response. `responseBytesMax` limits the content inside TLS; the remaining bytes are for the
 * handshake, in which OpenSSL accepts certificates of 100 KB.
 */
const budget: ConversationBudget = { bytes: 262_144, timeMs: 15_000, processorMs: 2000 };

/**
 * Runs `work` over a connection to the host of a checked URL, with TLS for https. The connection is closed afterwards.
 * @throws ConnectionFailure when the connection fails
 */
async function withChannel<Result>(
  { url, rule }: { url: URL; rule: AddressRule },
  { deadline, connectMs, resolve }: ChannelOptions,
  work: (channel: Duplex) => Promise<Result>,
): Promise<Result> {
  const host = hostOf(url);
  const port = portOf(url);
  const socket = await openConnection({ host, port, rule, timeoutMs: connectMs, budget, resolve });
  try {
    return await work(url.protocol === 'https:' ? await wrapTls(socket, host, deadline) : socket);
  } catch (error) {
    throw socket.failure ? new ConnectionFailure(socket.failure, { cause: error }) : error;
  } finally {
    socket.destroy();
  }
}

/** An IP address is not a valid server name (RFC 6066, section 3). The certificate is still checked against it. */
async function wrapTls(socket: Duplex, host: string, deadline: AbortSignal): Promise<Duplex> {
  const tlsSocket = startTls({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  }).on('error', ignoreLateError);
  try {
    await once(tlsSocket, 'secureConnect', { signal: deadline });
  } catch (cause) {
    tlsSocket.destroy();
    throw new ConnectionFailure(deadline.aborted ? 'timeout' : 'tls', { cause });
  }

  return tlsSocket;
}

function send(
  { method, headers, body }: GuardedRequest,
  url: URL,
  channel: Duplex,
  deadline: AbortSignal,
): ClientRequest {
  const contentLength = body && { 'content-length': String(body.byteLength) };
  const request = startRequest({
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, ...contentLength, connection: 'close' },
    createConnection: () => channel,
    signal: deadline,
  });

  return request.end(body);
}

/** @throws ConnectionFailure `too_large` or `reset` when no status arrives */
function readResponse(request: ClientRequest): Promise<PendingResponse> {
  return new Promise((resolve, reject) => {
    let currentResponse: IncomingMessage | undefined;
    limitResponseBytes(request, () => currentResponse);
    request
      .on('response', (response) => {
        currentResponse = response;
        resolve({ response, received: collect(response) });
      })
      .on('upgrade', (response, socket) => {
        // After an upgrade the connection uses another protocol and would not end.
        socket.destroy();
        resolve({ response, received: Promise.resolve(new Uint8Array()) });
      })
      .on('error', (cause) => reject(toFailure(cause)))
      // A request can also close without a response or an error.
      .on('close', () => reject(new ConnectionFailure('reset')));
  });
}

/** Node's parser limits headers, but not interim responses or chunk framing. */
function limitResponseBytes(
  request: ClientRequest,
  currentResponse: () => IncomingMessage | undefined,
): void {
  request.once('socket', (socket) => {
    let size = 0;
    // The parser handles these bytes first, so their status is already available.
    socket.on('data', (bytes: Uint8Array) => {
      size += bytes.length;
      if (size >= responseBytesMax) {
        // Passes buffered bytes to `collect`; destroying the request would discard them.
        currentResponse()?.read();
        request.destroy(new ConnectionFailure('too_large'));
      }
    });
  });
}

function collect(response: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];

  return new Promise((resolve) => {
    response
      .on('data', (chunk: Uint8Array) => chunks.push(chunk))
      .on('error', ignoreLateError)
      .on('close', () => resolve(Buffer.concat(chunks)));
  });
}

function toFailure(cause: NodeJS.ErrnoException): ConnectionFailure {
  if (cause instanceof ConnectionFailure) {
    return cause;
  }

  return new ConnectionFailure(cause.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'reset', { cause });
}
