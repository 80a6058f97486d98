import type { Figure, Run } from './figures.ts';
import { answerOnPage, listMails } from './inbox-page.ts';
import { senderAddress } from './stack.ts';
import { type StackTime, until } from './stack-time.ts';

/** Interval in which the service reads an inbox. */
const lookMs = 120_000;

/** Replies to an email of the first mailbox, on the page of the local inbox. */
export async function replyOnce({
  time,
  receiver,
  webUrl,
}: Pick<Run, 'receiver' | 'webUrl'> & { readonly time: StackTime }): Promise<Figure> {
  const mail = (await listMails(webUrl)).find(({ from }) => from === senderAddress(0));
  if (mail) await answerOnPage(webUrl, mail.id, { kind: 'reply', text: 'Sunny, thank you. And yours?' });
  await time.advance(lookMs);
  // A missing webhook appears in the figure, so it is not an error here.
  await until('the webhook of the reply', () => receiver.count('email.replied') > 0).catch(() => undefined);

  return { what: 'email.replied webhooks', expected: 1, found: receiver.count('email.replied') };
}
