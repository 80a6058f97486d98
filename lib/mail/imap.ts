import type { ImapFlow } from 'imapflow';
import type { MailCredential } from '#lib/mail/credential.ts';
import { connectTimeoutMs, literalBytesMax, newClient } from '#lib/mail/imap-client.ts';
import { ImapUnavailable, isLimitError, isRejection, throwImapUnavailable } from '#lib/mail/imap-failure.ts';
import {
  appendSentMessage,
  dateOf,
  findSentMessages,
  type ListedFolder,
  listFolders,
  searchSince,
} from '#lib/mail/imap-folders.ts';
import { type FolderPosition, openFolder } from '#lib/mail/imap-position.ts';
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

export interface FetchedHeader {
  readonly uid: number;
  readonly header: Buffer;
  /** When the server received the message, in epoch milliseconds; NaN if it does not state that. */
  readonly arrivedAt: number;
}

/** A mailbox with one open folder, which is INBOX at first. It is read-only: unread messages stay unread. */
export interface ImapSession {
  /** The end of the open folder. */
  readonly position: FolderPosition;
  /** Lists at most `max` other folders that may contain received messages. */
  listFolders(max: number): Promise<ListedFolder[]>;
  /** Opens another folder. @returns false if the server rejects this; then no folder is open */
  openFolder(path: string): Promise<boolean>;
  /** Fetches the headers of the messages with the numbers `from` to `to`, inclusive, in ascending order. */
  fetchHeaders(from: number, to: number): Promise<FetchedHeader[]>;
  /** Returns the numbers of the messages that arrived on this day or later, in ascending order. */
  searchSince(day: Date): Promise<number[]>;
  /** Fetches the beginning of a message, up to the byte limit; undefined if the message was deleted. */
  fetchSource(uid: number): Promise<Buffer | undefined>;
  /**
   * Returns the `Message-ID`s that the Sent folder contains since this day. It closes the open folder, so no call that reads
   * that folder may follow.
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

    return sessionOf(client, await openFolder(client, 'INBOX'), allow, throwFailure, close);
  } catch (error) {
    close();
    throw throwFailure(error);
  }
}

function sessionOf(
  client: ImapFlow,
  inboxPosition: FolderPosition,
  allow: (bytes: number) => void,
  throwFailure: (error: unknown) => never,
  close: () => void,
): ImapSession {
  let position = inboxPosition;

  return {
    get position() {
      return position;
    },
    async listFolders(max) {
      allow(searchBytesMax);

      return listFolders(client, max).catch(throwFailure);
    },
    async openFolder(path) {
      allow(openingBytes);
      const opened = await openFolder(client, path).catch((error: unknown) =>
        isRejection(error) ? undefined : throwFailure(error),
      );
      position = opened ?? position;

      return opened !== undefined;
    },
    async fetchHeaders(from, to) {
      allow((to - from + 1) * withFraming(headerBytesMax));

      return fetchHeaderRange(client, from, to).catch(throwFailure);
    },
    async searchSince(day) {
      allow(searchBytesMax);

      return searchSince(client, day).catch(throwFailure);
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
  const query = {
    uid: true,
    internalDate: true,
    bodyParts: [{ key: 'header', start: 0, maxLength: headerBytesMax }],
  };
  const fetchedByUid = new Map<number, FetchedHeader>();
  for await (const message of client.fetch(`${from}:${to}`, query, { uid: true })) {
    const { uid, headers, bodyParts } = message;
    const header = headers ?? bodyParts?.get('header');
    if (!header || uid < from || uid > to) continue;
    // A copy, because a subarray keeps the whole buffer in memory.
    const copy = Buffer.from(header.subarray(0, headerBytesMax));
    fetchedByUid.set(uid, { uid, header: copy, arrivedAt: dateOf(message) });
  }

  return [...fetchedByUid.values()].sort((one, other) => one.uid - other.uid);
}
