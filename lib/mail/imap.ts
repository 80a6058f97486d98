import type { ImapFlow } from 'imapflow';
import type { Credential } from '#lib/mail/credential.ts';
import { connectTimeoutMs, literalBytesMax, newClient } from '#lib/mail/imap-client.ts';
import { ImapUnavailable, isLimit, translate } from '#lib/mail/imap-failure.ts';
import { findSent } from '#lib/mail/imap-sent.ts';
import type { MailServer } from '#lib/mail/mail-server.ts';
import type { BudgetedSocket } from '#lib/network/budgeted-socket.ts';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import type { ConversationBudget } from '#lib/network/conversation-budget.ts';
import { connectGuarded } from '#lib/network/guarded-socket.ts';
import { isLoopbackAddress } from '#lib/network/public-address.ts';

export { ImapUnavailable };

/** What is longer is no header that anybody needs. */
const headerBytesMax = 65_536;
/** Of a message, its headers included, no more is fetched than this. */
const sourceBytesMax = headerBytesMax + 262_144;

/** Greeting, capabilities, login, opening the inbox, and certificates of TLS. */
const openingBytes = 1_048_576;
/** Numbers of messages, or names of folders. */
const searchBytesMax = 2_097_152;
/** In one session: a hundred windows of ordinary headers. An inbox with more is read on from there in the next one. */
const sessionBytesMax = 67_108_864;

export function inboxBudget(timeMs: number): ConversationBudget {
  return { bytes: openingBytes, timeMs, processorMs: timeMs / 4 };
}

/** What each request allows the server to send. */
function grantsOf(socket: BudgetedSocket): (bytes: number) => void {
  return (bytes) => socket.allow(Math.min(bytes, sessionBytesMax - socket.received));
}

/** With TLS records and what stands around a literal. */
function withFraming(bytes: number): number {
  return bytes * 1.25 + 1024;
}

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
  const budget = inboxBudget(timeoutMs);
  const socket = await connectGuarded({ host, port, loopback, timeoutMs: connectMs, budget }).catch(
    translate,
  );
  const staysHere = loopback === 'allow' && isLoopbackAddress(socket.remoteAddress ?? '');
  const client = newClient(server, credential, socket, staysHere);
  const limits: unknown[] = [];
  client.on('error', (error) => limits.push(...(isLimit(error) ? [error] : [])));
  // A limit that is exceeded ends the connection, and calls fail with that end.
  const failed = (error: unknown) =>
    translate(socket.failure ? new ConnectionFailure(socket.failure) : (limits[0] ?? error));
  const close = () => {
    client.close();
    socket.destroy();
  };
  try {
    await client.connect();
    const { uidValidity, uidNext } = await client.mailboxOpen('INBOX', { readOnly: true });
    const place = { uidValidity: String(uidValidity), uid: uidNext - 1 };
    if (!isPlace(place)) throw new ImapUnavailable('unreachable');

    return sessionOf(client, place, grantsOf(socket), failed, close);
  } catch (error) {
    close();
    throw failed(error);
  }
}

/** Both numbers have 32 bits and are not zero (RFC 3501, section 2.3.1.1). */
function isPlace({ uidValidity, uid }: MailboxPlace): boolean {
  const isValidity = /^[1-9]\d{0,9}$/.test(uidValidity);

  return isValidity && Number.isInteger(uid) && uid >= 0 && uid < 2 ** 32;
}

function sessionOf(
  client: ImapFlow,
  place: MailboxPlace,
  grant: (bytes: number) => void,
  failed: (error: unknown) => never,
  close: () => void,
): ImapSession {
  return {
    place,
    async heads(from, to) {
      grant((to - from + 1) * withFraming(headerBytesMax));

      return fetchHeads(client, from, to).catch(failed);
    },
    async since(day) {
      grant(searchBytesMax);
      const found = await client.search({ since: day }, { uid: true }).catch(failed);

      return found || [];
    },
    async source(uid) {
      grant(withFraming(literalBytesMax));
      const query = { uid: true, source: { start: 0, maxLength: sourceBytesMax } };
      const message = await client.fetchOne(String(uid), query, { uid: true }).catch(failed);

      return message ? message.source?.subarray(0, sourceBytesMax) : undefined;
    },
    async sentAmong(messageIds, day) {
      grant(searchBytesMax);

      return findSent(client, messageIds, day).catch(failed);
    },
    close,
  };
}

/** One after the other: what the server sends of other messages, or again of the same one, is not kept. */
async function fetchHeads(client: ImapFlow, from: number, to: number): Promise<MessageHead[]> {
  const query = { uid: true, bodyParts: [{ key: 'header', start: 0, maxLength: headerBytesMax }] };
  const found = new Map<number, Buffer>();
  for await (const { uid, headers, bodyParts } of client.fetch(`${from}:${to}`, query, { uid: true })) {
    const header = headers ?? bodyParts?.get('header');
    // A copy: a part of a buffer would keep all of it.
    if (header && uid >= from && uid <= to) found.set(uid, Buffer.from(header.subarray(0, headerBytesMax)));
  }

  return [...found].map(([uid, header]) => ({ uid, header })).sort((one, other) => one.uid - other.uid);
}
