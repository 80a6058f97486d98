import type { Figure, Run } from './figures.ts';
import { answerOnPage, listMails } from './inbox-page.ts';
import { senderAddress } from './stack.ts';
import { type StackTime, until } from './stack-time.ts';

/** How often the service looks into an inbox. */
const lookMs = 120_000;

/** Somebody who has a mail from the first mailbox replies to it, on the page of the local inbox. */
export async function replyOnce({
  time,
  receiver,
  webUrl,
}: Pick<Run, 'receiver' | 'webUrl'> & { readonly time: StackTime }): Promise<Figure> {
  const mail = (await listMails(webUrl)).find(({ from }) => from === senderAddress(0));
  if (mail) await answerOnPage(webUrl, mail.id, { kind: 'reply', text: 'Sunny, thank you. And yours?' });
  await time.advance(lookMs);
  // What has not come by now is told by the figure.
  await until('the webhook of the reply', () => receiver.count('email.replied') > 0).catch(() => undefined);

  return { what: 'email.replied webhooks', expected: 1, found: receiver.count('email.replied') };
}
