import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as startTls } from 'node:tls';
import { ImapFlow, type ImapTransport } from 'imapflow';
import type { MailCredential } from '#lib/mail/credential.ts';
import { limitResponses } from '#lib/mail/imap-responses.ts';
import type { MailServer } from '#lib/mail/mail-server.ts';
import type { BudgetedSocket } from '#lib/network/budgeted-socket.ts';
import { ignoreLateError } from '#lib/network/guarded-connection.ts';

export const connectTimeoutMs = 10_000;
/** Larger than any requested part of a message, because some servers ignore the length of a partial FETCH. */
export const literalBytesMax = 1_048_576;
/** Maximum response lines per session, without the lines of messages. */
const responsesMax = 50_000;

/** RFC 8314, section 3.2: implicit TLS. All other ports require STARTTLS, except on the loopback interface. */
const implicitTlsPort = 993;

/**
 * Creates the IMAP client of one session. It sends nothing before its `connect` is called.
 * @param isLocal whether the server belongs to the local stack: then STARTTLS is not used
 */
export function newClient(
  { host, port, secure, username }: MailServer,
  credential: MailCredential,
  socket: BudgetedSocket,
  isLocal: boolean,
): ImapFlow {
  const usesImplicitTls = secure || port === implicitTlsPort;
  const client = new ImapFlow({
    host,
    port,
    secure: usesImplicitTls,
    auth: { user: username, ...secretOf(credential) },
    ...(!usesImplicitTls && { doSTARTTLS: !isLocal }),
    transport: guardedTransport(socket),
    // The library's log would contain addresses.
    logger: false,
    // For the ID command. The default contains the host name.
    clientInfo: { name: 'outreach' },
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: 30_000,
    // A response of a hostile server must fit into the function's memory.
    maxLineLength: 1_048_576,
    maxLiteralSize: literalBytesMax,
    maxResponseSize: 4_194_304,
    maxResponseTokens: 50_000,
  });
  // Calls also reject with these errors. Without a listener, an error event ends the process.
  return client.on('error', ignoreLateError);
}

function secretOf(credential: MailCredential) {
  return credential.kind === 'token'
    ? { accessToken: credential.accessToken }
    : { pass: credential.password };
}

/** Gives the library a guarded connection as transport, so that it resolves no host name itself. */
function guardedTransport(socket: BudgetedSocket): ImapTransport {
  const withResponseLimit = <Channel extends Duplex>(channel: Channel) =>
    limitResponses(channel, responsesMax, () => socket.fail('too_large'));
  const startSecureChannel = (host: string, onSecure: () => void) => {
    const options = { socket, host, minVersion: 'TLSv1.2', rejectUnauthorized: true } as const;
    const channel = startTls({ ...options, ...(isIP(host) === 0 && { servername: host }) }, () => {
      withResponseLimit(channel);
      onSecure();
    });

    return channel;
  };
  // After STARTTLS, the socket receives encrypted bytes, which have no lines to count.
  let stopPlainCount = () => {};

  return {
    connect({ host, secure }, onConnect) {
      if (secure) return startSecureChannel(host, onConnect);
      // imapflow assigns the returned socket before it expects this call.
      setImmediate(() => {
        stopPlainCount = withResponseLimit(socket);
        onConnect();
      });

      return socket;
    },
    upgrade(_, { host }, onSecure) {
      stopPlainCount();

      return startSecureChannel(host, onSecure);
    },
  };
}
