import { once } from 'node:events';
import { connect as startTls } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { FoundServer } from '#lib/connect/providers.ts';
import type { BudgetedSocket } from '#lib/network/budgeted-socket.ts';
import type { ConversationBudget } from '#lib/network/conversation-budget.ts';
import { ignoreLateError } from '#lib/network/guarded-connection.ts';
import type { Resolve } from '#lib/network/guarded-lookup.ts';
import { connectGuarded } from '#lib/network/guarded-socket.ts';
import type { Loopback } from '#lib/network/public-host.ts';

/** Options for connections to servers. */
export interface ConnectionOptions {
  readonly loopback: Loopback;
  /** Resolves names. Default: the system's resolver. */
  readonly resolve?: Resolve;
}

/** Time limit for all servers, which are checked concurrently. */
const deadlineMs = 4500;

/** Budget for a greeting, capabilities and the TLS handshake, in which OpenSSL accepts certificates of 100 KB. */
const budget: ConversationBudget = { bytes: 131_072, timeMs: deadlineMs, processorMs: 1000 };

/**
 * Returns the first server in the list that supports its protocol over TLS with a valid certificate. It closes the other
 * connections. It does not log in.
 */
export async function firstReachableServer(
  options: ConnectionOptions,
  kind: 'smtp' | 'imap',
  servers: readonly FoundServer[],
): Promise<FoundServer | undefined> {
  const finished = new AbortController();
  const signal = AbortSignal.any([finished.signal, AbortSignal.timeout(deadlineMs)]);
  const checks = servers.map(async (server) => ({
    server,
    isAvailable: await isReachable(options, kind, server, signal).catch(() => false),
  }));
  try {
    for (const check of checks) {
      const { server, isAvailable } = await check;
      if (isAvailable) return server;
    }

    return undefined;
  } finally {
    finished.abort();
  }
}

async function isReachable(
  { loopback, resolve }: ConnectionOptions,
  kind: 'smtp' | 'imap',
  server: FoundServer,
  signal: AbortSignal,
): Promise<boolean> {
  const { host, port } = server;
  const socket = await connectGuarded({ host, port, loopback, timeoutMs: deadlineMs, budget, resolve });
  const closeSocket = () => socket.destroy();
  signal.addEventListener('abort', closeSocket, { once: true });
  if (signal.aborted) closeSocket();
  try {
    return await (kind === 'smtp' ? greetsBySmtp(socket, server) : greetsByImap(socket, host, signal));
  } finally {
    signal.removeEventListener('abort', closeSocket);
    closeSocket();
  }
}

function greetsBySmtp(socket: BudgetedSocket, { host, port, secure }: FoundServer): Promise<boolean> {
  const greeted = Promise.withResolvers<boolean>();
  const client = new SMTPConnection({
    connection: socket.asSocket(),
    host,
    port,
    secure,
    requireTLS: !secure,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    // The name in EHLO is the domain, as when the account sends.
    name: host.slice(host.indexOf('.') + 1),
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    socketCloseTimeout: 1000,
  });
  client.once('error', greeted.reject).on('error', ignoreLateError);
  client.once('end', () => greeted.resolve(false));
  client.connect((error) => (error ? greeted.reject(error) : greeted.resolve(true)));

  return greeted.promise.finally(() => client.close());
}

/** Expects implicit TLS, which all guessed IMAP servers have. */
async function greetsByImap(
  socket: BudgetedSocket,
  servername: string,
  signal: AbortSignal,
): Promise<boolean> {
  const tlsSocket = startTls({ socket, servername, minVersion: 'TLSv1.2', rejectUnauthorized: true });
  tlsSocket.on('error', ignoreLateError);
  const [greeting] = await Promise.race([once(tlsSocket, 'data', { signal }), once(tlsSocket, 'close')]);

  // The event `close` has a boolean instead of a greeting.
  return /^\* (?:OK|PREAUTH)\b/.test(String(greeting));
}
