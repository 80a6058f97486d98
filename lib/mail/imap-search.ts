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
