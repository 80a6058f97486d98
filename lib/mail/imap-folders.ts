import type { FetchMessageObject, ImapFlow, ListResponse, SearchObject } from 'imapflow';
import { ImapUnavailable, isRejection } from '#lib/mail/imap-failure.ts';
import { type FolderPosition, folderPositionOf, positionQuery } from '#lib/mail/imap-position.ts';

/** A folder that may contain received messages. */
export interface ListedFolder {
  readonly path: string;
  /** Its end; undefined if the server does not state it without opening the folder. */
  readonly position: FolderPosition | undefined;
}

/** RFC 6154. imapflow also knows common names of these folders in many languages. */
const unreadUses: readonly (string | undefined)[] = ['\\Inbox', '\\Sent', '\\Drafts', '\\Trash'];

/**
 * Lists the folders other than INBOX that may contain received messages, those with a special use first. With LIST-STATUS
 * (RFC 5819) this is one command, otherwise one more command per folder.
 * @returns at most `max` folders; none if the server rejects the list
 */
export async function listFolders(client: ImapFlow, max: number): Promise<ListedFolder[]> {
  const options = client.capabilities.has('LIST-STATUS') ? { statusQuery: positionQuery } : {};
  const listed = await client.list(options).catch((error: unknown): ListResponse[] => {
    if (isRejection(error)) return [];
    throw error;
  });
  const folders: ListedFolder[] = [];
  for (const { path, flags, specialUse, status } of listed) {
    const isSelectable = ![...flags].some((flag) => /^\\(?:noselect|nonexistent)$/i.test(flag));
    if (!isSelectable || unreadUses.includes(specialUse) || /^inbox$/i.test(path)) continue;
    if (folders.length === max) break;
    // imapflow returns false if the server rejects the command, and throws if the folder was deleted.
    const known = status ?? (await client.status(path, positionQuery).catch(() => false as const));
    folders.push({ path, position: known ? folderPositionOf(known) : undefined });
  }

  return folders;
}

/**
 * Searches the open folder, and returns the message numbers (UIDs) in ascending order. A search that the server rejects does not
 * count as a search without results, because unread messages would then be skipped.
 * @throws ImapUnavailable if the server rejects the search, or an error of imapflow
 */
async function searchUids(client: ImapFlow, query: SearchObject): Promise<number[]> {
  // imapflow returns false if the server rejects the search.
  const uids = await client.search(query, { uid: true });
  if (!uids) throw new ImapUnavailable('unreachable');

  return uids;
}

/** Messages per FETCH of dates, and in total. Only servers without a search by date need this. */
const datesMax = 1000;
const datedMessagesMax = 10_000;

/**
 * Returns the numbers of the messages that arrived since a day, in ascending order. For servers that reject a search by date, it
 * compares the dates of the last messages itself.
 */
export async function searchSince(client: ImapFlow, since: Date): Promise<number[]> {
  const found = await client.search({ since }, { uid: true });
  if (found) return found;
  const exists = client.mailbox ? client.mailbox.exists : 0;
  const uids: number[] = [];
  const first = Math.max(1, exists - datedMessagesMax + 1);
  for (let to = exists; to >= first; to -= datesMax) {
    const range = `${Math.max(first, to - datesMax + 1)}:${to}`;
    const dated = await client.fetchAll(range, { uid: true, internalDate: true });
    if (dated.length === 0) throw new ImapUnavailable('unreachable');
    // A message without a date may be new.
    uids.push(...dated.filter((each) => !(dateOf(each) < since.getTime())).map(({ uid }) => uid));
  }

  return uids.sort((one, other) => one - other);
}

/** When the server received a message, in epoch milliseconds; NaN if it does not state that. */
export function dateOf({ internalDate = '' }: Pick<FetchMessageObject, 'internalDate'>): number {
  return new Date(internalDate).getTime();
}

/**
 * Returns the message ids that are in the Sent folder.
 * A missing message proves nothing: some servers keep no copy, and some replace the `Message-ID`.
 * @throws ImapUnavailable if the server rejects a search, or an error of imapflow
 */
export async function findSentMessages(
  client: ImapFlow,
  messageIds: readonly string[],
  since: Date,
): Promise<string[]> {
  const path = await findSentFolder(client);
  if (path === undefined) return [];
  await client.mailboxOpen(path, { readOnly: true });
  const found: string[] = [];
  for (const messageId of messageIds) {
    const uids = await searchUids(client, { since, header: { 'message-id': messageId } });
    if (uids.length > 0) found.push(messageId);
  }

  return found;
}

/** Stores a message as read in the Sent folder. @returns false if there is no such folder @throws an error of imapflow */
export async function appendSentMessage(client: ImapFlow, raw: Buffer, at: Date): Promise<boolean> {
  const path = await findSentFolder(client);
  if (path === undefined) return false;
  const stored = await client.append(path, raw, ['\\Seen'], at);

  return stored !== false;
}

/** imapflow finds the folder by its special use (RFC 6154) or by a common name. */
async function findSentFolder(client: ImapFlow): Promise<string | undefined> {
  const folders = await client.list();

  return folders.find(({ specialUse }) => specialUse === '\\Sent')?.path;
}
