import type { ImapFlow } from 'imapflow';
import { throwImapUnavailable } from '#lib/mail/imap-failure.ts';

/**
 * Returns the message ids that are in the Sent folder. imapflow finds the folder by its special use (RFC 6154) or by a common name.
 * A missing message proves nothing: some servers keep no copy, and some replace the `Message-ID`.
 * @throws ImapUnavailable
 */
export async function findSentMessages(
  client: ImapFlow,
  messageIds: readonly string[],
  since: Date,
): Promise<string[]> {
  const folders = await client.list().catch(throwImapUnavailable);
  const sent = folders.find(({ specialUse }) => specialUse === '\\Sent');
  if (!sent) return [];
  await client.mailboxOpen(sent.path, { readOnly: true }).catch(throwImapUnavailable);
  const found: string[] = [];
  for (const messageId of messageIds) {
    const query = { since, header: { 'message-id': messageId } };
    const uids = await client.search(query, { uid: true }).catch(throwImapUnavailable);
    if (uids && uids.length > 0) found.push(messageId);
  }

  return found;
}
