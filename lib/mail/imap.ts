import type { ImapFlow } from 'imapflow';
import type { MailCredential } from '#lib/mail/credential.ts';
import { connectTimeoutMs, literalBytesMax, newClient } from '#lib/mail/imap-client.ts';
import { ImapUnavailable, isLimitError, throwImapUnavailable } from '#lib/mail/imap-failure.ts';
import { appendSentMessage, findSentMessages, searchUids } from '#lib/mail/imap-folders.ts';
import type { MailServer } from '#lib/mail/mail-server.ts';
import { headerBytesMax, messageBytesMax } from '#lib/mail/message-limits.ts';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import type { ConversationBudget } from '#lib/network/conversation-budget.ts';
import { connectGuarded } from '#lib/network/guarded-socket.ts';
import { isLoopbackAddress } from '#lib/network/public-address.ts';

export { ImapUnavailable };

/** Byte budget for TLS, greeting, capabilities, login and opening the inbox. */
const openingBytes = 1_048_576;
/** Byte budget for message numbers or folder names. */
const searchBytesMax = 2_097_152;
/** Byte budget of a session: about 10,000 ordinary headers. The next session reads the rest of a larger inbox. */
const sessionBytesMax = 67_108_864;

/**
 * The budget of a session until its first request, which extends the bytes.
 * @param timeMs for the whole session; a quarter may be processor time
 */
export function inboxBudget(timeMs: number): ConversationBudget {
  return { bytes: openingBytes, timeMs, processorMs: timeMs / 4 };
}

/** A position in a mailbox. Message numbers are valid for one `uidValidity` only (RFC 3501, section 2.3.1.1). */
interface MailboxPosition {
  readonly uidValidity: string;
  /** The highest assigned message number. */
  readonly uid: number;
}

export interface FetchedHeader {
  readonly uid: number;
  readonly header: Buffer;
}

/** An inbox that is opened read-only: unread messages stay unread. */
export interface ImapSession {
  readonly position: MailboxPosition;
  /** Fetches the headers of the messages with the numbers `from` to `to`, inclusive, in ascending order. */
  fetchHeaders(from: number, to: number): Promise<FetchedHeader[]>;
  /** Returns the numbers of the messages that arrived on this day or later, in ascending order. */
  searchSince(day: Date): Promise<number[]>;
  /** Fetches the beginning of a message, up to the byte limit; undefined if the message was deleted. */
  fetchSource(uid: number): Promise<Buffer | undefined>;
  /**
   * Returns the `Message-ID`s that the Sent folder contains since this day. It closes the inbox, so no call that reads the
   * inbox may follow.
   */
  searchSentFolder(messageIds: readonly string[], day: Date): Promise<string[]>;
  /** Stores a message in the Sent folder, with this date. Returns false if the account has no such folder. */
  appendToSentFolder(raw: Buffer, at: Date): Promise<boolean>;
  close(): void;
}

/** @throws ImapUnavailable here, and from each call of a session that is disconnected or exceeds its time limit */
export async function openInbox(
  server: MailServer,
  credential: MailCredential,
  { loopback, timeoutMs }: { readonly loopback: 'allow' | 'refuse'; readonly timeoutMs: number },
): Promise<ImapSession> {
  const { host, port } = server;
  const connectMs = Math.min(connectTimeoutMs, timeoutMs);
  const budget = inboxBudget(timeoutMs);
  const socket = await connectGuarded({ host, port, loopback, timeoutMs: connectMs, budget }).catch(
    throwImapUnavailable,
  );
  const isLocal = loopback === 'allow' && isLoopbackAddress(socket.remoteAddress ?? '');
  const client = newClient(server, credential, socket, isLocal);
  let limitError: unknown;
  client.on('error', (error) => {
    if (isLimitError(error)) limitError ??= error;
  });
  // An exceeded limit closes the connection. Report the limit instead of the closed connection.
  const throwFailure = (error: unknown) =>
    throwImapUnavailable(socket.failure ? new ConnectionFailure(socket.failure) : (limitError ?? error));
  // Each request extends the bytes that the server may send, up to the limit of the session.
  const allow = (bytes: number) => socket.allow(Math.min(bytes, sessionBytesMax - socket.received));
  const close = () => {
    client.close();
    socket.destroy();
  };
  try {
    await client.connect();
    const { uidValidity, uidNext } = await client.mailboxOpen('INBOX', { readOnly: true });
    const position = { uidValidity: String(uidValidity), uid: uidNext - 1 };
    if (!isValidPosition(position)) throw new ImapUnavailable('unreachable');

    return sessionOf(client, position, allow, throwFailure, close);
  } catch (error) {
    close();
    throw throwFailure(error);
  }
}

/** Both numbers are non-zero and have 32 bits (RFC 3501, section 2.3.1.1). An empty inbox has the position 0. */
function isValidPosition({ uidValidity, uid }: MailboxPosition): boolean {
  const isValidUidValidity = /^[1-9]\d{0,9}$/.test(uidValidity) && Number(uidValidity) < 2 ** 32;

  return isValidUidValidity && Number.isInteger(uid) && uid >= 0 && uid < 2 ** 32;
}

function sessionOf(
  client: ImapFlow,
  position: MailboxPosition,
  allow: (bytes: number) => void,
  throwFailure: (error: unknown) => never,
  close: () => void,
): ImapSession {
  return {
    position,
    async fetchHeaders(from, to) {
      allow((to - from + 1) * withFraming(headerBytesMax));

      return fetchHeaderRange(client, from, to).catch(throwFailure);
    },
    async searchSince(day) {
      allow(searchBytesMax);

      return searchUids(client, { since: day }).catch(throwFailure);
    },
    async fetchSource(uid) {
      allow(withFraming(literalBytesMax));
      const query = { uid: true, source: { start: 0, maxLength: messageBytesMax } };
      const message = await client.fetchOne(String(uid), query, { uid: true }).catch(throwFailure);

      return message ? message.source?.subarray(0, messageBytesMax) : undefined;
    },
    async searchSentFolder(messageIds, day) {
      allow(searchBytesMax);

      return findSentMessages(client, messageIds, day).catch(throwFailure);
    },
    async appendToSentFolder(raw, at) {
      allow(searchBytesMax);

      return appendSentMessage(client, raw, at).catch(throwFailure);
    },
    close,
  };
}

/** Adds a quarter and 1 KB, for the overhead of TLS records and of the response around a literal. */
function withFraming(bytes: number): number {
  return bytes * 1.25 + 1024;
}

/** Keeps one header per requested message, and discards unrequested messages and repetitions. */
async function fetchHeaderRange(client: ImapFlow, from: number, to: number): Promise<FetchedHeader[]> {
  const query = { uid: true, bodyParts: [{ key: 'header', start: 0, maxLength: headerBytesMax }] };
  const headersByUid = new Map<number, Buffer>();
  for await (const { uid, headers, bodyParts } of client.fetch(`${from}:${to}`, query, { uid: true })) {
    const header = headers ?? bodyParts?.get('header');
    // A copy, because a subarray keeps the whole buffer in memory.
    if (header && uid >= from && uid <= to)
      headersByUid.set(uid, Buffer.from(header.subarray(0, headerBytesMax)));
  }

  return [...headersByUid]
    .map(([uid, header]) => ({ uid, header }))
    .sort((one, other) => one.uid - other.uid);
}
