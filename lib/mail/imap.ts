import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import { connect as startTls } from 'node:tls';
import { ImapFlow, type ImapTransport } from 'imapflow';
import type { MailServer } from '#lib/email-accounts/sending.ts';
import type { Credential } from '#lib/mail/credential.ts';
import { ImapUnavailable, translate } from '#lib/mail/imap-failure.ts';
import { findSent } from '#lib/mail/imap-sent.ts';
import { ignoreLateError } from '#lib/network/guarded-connection.ts';
import { connectGuarded } from '#lib/network/guarded-socket.ts';
import { isLoopbackAddress } from '#lib/network/public-address.ts';

export { ImapUnavailable };

const connectTimeoutMs = 10_000;
/** What is longer is no header that anybody needs. */
const headerBytesMax = 65_536;
/** Of a message, its headers included, no more is fetched than this. */
const sourceBytesMax = headerBytesMax + 262_144;

/** A place in a mailbox. Numbers of messages hold for one `uidValidity` only (RFC 3501, section 2.3.1.1). */
interface MailboxPlace {
  readonly uidValidity: string;
  /** The highest number that has been given away. */
  readonly uid: number;
}

export interface MessageHead {
  readonly uid: number;
  readonly header: Buffer;
}

/** An inbox, opened so that nothing in it changes: what was unread stays unread. */
export interface ImapSession {
  readonly place: MailboxPlace;
  /** Headers of the messages whose numbers lie between two, both included. */
  heads(from: number, to: number): Promise<MessageHead[]>;
  /** Numbers of the messages that came on a day or later, in their order. */
  since(day: Date): Promise<number[]>;
  /** A message from its beginning, as far as anybody reads; undefined when it is gone. */
  source(uid: number): Promise<Buffer | undefined>;
  /**
   * Which of these `Message-ID`s lie in the account's folder of sent mail, among what came there on a day or later. Comes
   * last: the inbox is not open any more.
   */
  sentAmong(messageIds: readonly string[], day: Date): Promise<string[]>;
  close(): void;
}

/** @throws ImapUnavailable also later: every call of a session that is cut, or lasts longer than it may, fails so */
export async function openInbox(
  server: MailServer,
  credential: Credential,
  { loopback, timeoutMs }: { readonly loopback: 'allow' | 'refuse'; readonly timeoutMs: number },
): Promise<ImapSession> {
  const { host, port } = server;
  const connectMs = Math.min(connectTimeoutMs, timeoutMs);
  const socket = await connectGuarded({ host, port, loopback, timeoutMs: connectMs }).catch(translate);
  const staysHere = loopback === 'allow' && isLoopbackAddress(socket.remoteAddress ?? '');
  const client = newClient(server, credential, socket, staysHere);
  const timer = setTimeout(() => client.close(), timeoutMs);
  const close = () => {
    clearTimeout(timer);
    client.close();
    socket.destroy();
  };
  try {
    await client.connect();
    const { uidValidity, uidNext } = await client.mailboxOpen('INBOX', { readOnly: true });

    return sessionOf(client, { uidValidity: String(uidValidity), uid: uidNext - 1 }, close);
  } catch (error) {
    close();
    throw translate(error);
  }
}

/** RFC 8314, section 3.2: TLS from the first byte. On every other port STARTTLS must come first, but on this machine. */
const implicitTlsPort = 993;

function newClient(
  { host, port, secure, username }: MailServer,
  credential: Credential,
  socket: Socket,
  staysHere: boolean,
): ImapFlow {
  const isImplicit = secure || port === implicitTlsPort;
  const client = new ImapFlow({
    ...{ host, port, secure: isImplicit, auth: { user: username, ...secretOf(credential) } },
    ...(!isImplicit && { doSTARTTLS: !staysHere }),
    transport: over(socket),
    // Its own log would have addresses in it.
    logger: false,
    // In ID: by itself it would tell of this machine.
    clientInfo: { name: 'outreach' },
    ...{ disableAutoIdle: true, disableCompression: true },
    ...{ connectionTimeout: connectTimeoutMs, greetingTimeout: connectTimeoutMs, socketTimeout: 30_000 },
    // A server may be anybody's: what it says at once must fit into a function.
    ...{ maxLineLength: 1_048_576, maxLiteralSize: 1_048_576, maxResponseSize: 4_194_304 },
    maxResponseTokens: 100_000,
  });
  // Errors arrive through the calls too; without a listener they would end the process.
  client.on('error', ignoreLateError);

  return client;
}

function secretOf(credential: Credential) {
  return credential.kind === 'token'
    ? { accessToken: credential.accessToken }
    : { pass: credential.password };
}

/** Over a connection that the guard has opened: the library resolves no name and chooses no address. */
function over(socket: Socket): ImapTransport {
  const secured = (host: string, onSecure: () => void) =>
    startTls(
      {
        ...{ socket, host, minVersion: 'TLSv1.2', rejectUnauthorized: true },
        ...(isIP(host) === 0 && { servername: host }),
      },
      onSecure,
    );

  return {
    connect({ host, secure }, onConnect) {
      if (secure) return secured(host, onConnect);
      setImmediate(onConnect);

      return socket;
    },
    upgrade: (_, { host }, onSecure) => secured(host, onSecure),
  };
}

function sessionOf(client: ImapFlow, place: MailboxPlace, close: () => void): ImapSession {
  return {
    place,
    async heads(from, to) {
      const query = { uid: true, bodyParts: [{ key: 'header', start: 0, maxLength: headerBytesMax }] };
      const messages = await client.fetchAll(`${from}:${to}`, query, { uid: true }).catch(translate);

      return messages
        .map(({ uid, headers, bodyParts }) => ({ uid, header: headers ?? bodyParts?.get('header') }))
        .flatMap(({ uid, header }) => (header && uid >= from && uid <= to ? [{ uid, header }] : []));
    },
    async since(day) {
      const found = await client.search({ since: day }, { uid: true }).catch(translate);

      return found || [];
    },
    async source(uid) {
      const query = { uid: true, source: { start: 0, maxLength: sourceBytesMax } };
      const message = await client.fetchOne(String(uid), query, { uid: true }).catch(translate);

      return message ? message.source : undefined;
    },
    sentAmong: (messageIds, day) => findSent(client, messageIds, day),
    close,
  };
}
