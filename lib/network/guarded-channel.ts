import { once } from 'node:events';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as startTls } from 'node:tls';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import type { ConversationBudget } from '#lib/network/conversation-budget.ts';
import { ignoreLateError, openConnection } from '#lib/network/guarded-connection.ts';
import type { Resolve } from '#lib/network/guarded-lookup.ts';
import type { AddressRule } from '#lib/network/public-address.ts';
import { hostOf, portOf } from '#lib/network/public-url.ts';

/**
 * Runs `work` over a connection to the host of a checked URL, with TLS for https. The connection is closed afterwards.
 * @throws ConnectionFailure when the connection fails
 */
export async function withChannel<Result>(
  { url, rule }: { url: URL; rule: AddressRule },
  {
    deadline,
    connectMs,
    resolve,
  }: {
    /** Aborts the TLS handshake; `work` must observe it itself. */
    deadline: AbortSignal;
    /** Covers name resolution and connecting. */
    connectMs: number;
    resolve?: Resolve | undefined;
  },
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

/**
 * Budget of one request and its response. `readResponse` limits the content inside TLS; the remaining bytes are for the
 * handshake, in which OpenSSL accepts certificates of 100 KB.
 */
const budget: ConversationBudget = { bytes: 262_144, timeMs: 15_000, processorMs: 2000 };

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
