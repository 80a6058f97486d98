import type { ImapFlow } from 'imapflow';
import { translate } from '#lib/mail/imap-failure.ts';

/**
 * Looks for mails in the folder of sent mail: the one that says so (RFC 6154), or else has one of the names that it usually
 * has. What is not found says nothing: not every server keeps what it is given, and some give it other ids.
 * @throws ImapUnavailable
 */
export async function findSent(
  client: ImapFlow,
  messageIds: readonly string[],
  day: Date,
): Promise<string[]> {
  const folders = await client.list().catch(translate);
  const sent = folders.find(({ specialUse }) => specialUse === '\\Sent');
  if (!sent) return [];
  await client.mailboxOpen(sent.path, { readOnly: true }).catch(translate);
  const found: string[] = [];
  for (const messageId of messageIds) {
    const query = { since: day, header: { 'message-id': messageId } };
    const uids = await client.search(query, { uid: true }).catch(translate);
    if (uids && uids.length > 0) found.push(messageId);
  }

  return found;
}
