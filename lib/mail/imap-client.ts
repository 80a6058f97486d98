import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as startTls } from 'node:tls';
import { ImapFlow, type ImapTransport } from 'imapflow';
import type { Credential } from '#lib/mail/credential.ts';
import { limitResponses } from '#lib/mail/imap-responses.ts';
import type { MailServer } from '#lib/mail/mail-server.ts';
import type { BudgetedSocket } from '#lib/network/budgeted-socket.ts';
import { ignoreLateError } from '#lib/network/guarded-connection.ts';

export const connectTimeoutMs = 10_000;
/** More than any request asks for: some servers ignore the length that a partial FETCH names. */
export const literalBytesMax = 1_048_576;
/** Of one session, the lines of messages not counted. */
const responsesMax = 50_000;

/** RFC 8314, section 3.2: TLS from the first byte. On every other port STARTTLS must come first, but on this machine. */
const implicitTlsPort = 993;

export function newClient(
  { host, port, secure, username }: MailServer,
  credential: Credential,
  socket: BudgetedSocket,
  staysHere: boolean,
): ImapFlow {
  const isImplicit = secure || port === implicitTlsPort;
  const client = new ImapFlow({
    ...{ host, port, secure: isImplicit, auth: { user: username, ...secretOf(credential) } },
    ...(!isImplicit && { doSTARTTLS: !staysHere }),
    transport: over(socket),
    // Its own log would have addresses in it.
    logger: false,
    // For ID: the default names this machine.
    clientInfo: { name: 'outreach' },
    ...{ disableAutoIdle: true, disableCompression: true },
    ...{ connectionTimeout: connectTimeoutMs, greetingTimeout: connectTimeoutMs, socketTimeout: 30_000 },
    // One response of a hostile server must fit into the memory of a function.
    ...{ maxLineLength: 1_048_576, maxLiteralSize: literalBytesMax, maxResponseSize: 4_194_304 },
    maxResponseTokens: 50_000,
  });
  // Errors arrive through the calls too; without a listener they would end the process.
  return client.on('error', ignoreLateError);
}

function secretOf(credential: Credential) {
  return credential.kind === 'token'
    ? { accessToken: credential.accessToken }
    : { pass: credential.password };
}

/** Over a connection that the guard has opened: the library resolves no name and chooses no address. */
function over(socket: BudgetedSocket): ImapTransport {
  const limited = <Channel extends Duplex>(channel: Channel) =>
    limitResponses(channel, responsesMax, () => socket.fail('too_large'));
  const secured = (host: string, onSecure: () => void) => {
    const options = { socket, host, minVersion: 'TLSv1.2', rejectUnauthorized: true } as const;
    const channel = startTls({ ...options, ...(isIP(host) === 0 && { servername: host }) }, () => {
      limited(channel);
      onSecure();
    });

    return channel;
  };
  let endPlain = () => {};

  return {
    connect({ host, secure }, onConnect) {
      if (secure) return secured(host, onConnect);
      setImmediate(() => {
        endPlain = limited(socket);
        onConnect();
      });

      return socket;
    },
    upgrade(_, { host }, onSecure) {
      endPlain();

      return secured(host, onSecure);
    },
  };
}
