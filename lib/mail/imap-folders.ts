import type { ImapFlow, SearchObject } from 'imapflow';
import { ImapUnavailable } from '#lib/mail/imap-failure.ts';

/**
 * Searches the open folder, and returns the message numbers (UIDs) in ascending order. A search that the server rejects does not
 * count as a search without results, because unread messages would then be skipped.
 * @throws ImapUnavailable if the server rejects the search, or an error of imapflow
 */
export async function searchUids(client: ImapFlow, query: SearchObject): Promise<number[]> {
  // imapflow returns false if the server rejects the search.
  const uids = await client.search(query, { uid: true });
  if (!uids) throw new ImapUnavailable('unreachable');

  return uids;
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
