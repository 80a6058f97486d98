import type { Figure, Run } from './figures.ts';
import { listEmails, replyOnPage } from './inbox-page.ts';
import { senderAddress } from './stack.ts';
import { type StackTime, waitUntil } from './stack-time.ts';

/** Interval in which the service reads an inbox. */
const inboxIntervalMs = 120_000;

/** Replies to an email of the first mailbox, on the page of the local inbox. */
export async function replyOnce({
  time,
  receiver,
  webUrl,
}: Pick<Run, 'receiver' | 'webUrl'> & { readonly time: StackTime }): Promise<Figure> {
  const email = (await listEmails(webUrl)).find(({ from }) => from === senderAddress(0));
  if (email) await replyOnPage(webUrl, email.id, { kind: 'reply', text: 'Sunny, thank you. And yours?' });
  await time.advance(inboxIntervalMs);
  // A missing webhook appears in the figure, so it is not an error here.
  await waitUntil('the webhook of the reply', () => receiver.count('email.replied') > 0).catch(
    () => undefined,
  );

  return { label: 'email.replied webhooks', expected: 1, found: receiver.count('email.replied') };
}
