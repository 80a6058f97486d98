import { vi } from 'vitest';
import { handler as sendHandler } from '../../../../functions/emails/send.ts';
import { deliverMessage, type EndpointRequest } from '../../../bench/support/invoke.ts';
import { dayMs, setClock } from '../../../workers/support/clock.ts';
import {
  arrive,
  beginConversation,
  type Conversation,
  report,
  startMailHost,
  written,
} from '../../../workers/support/inbox.ts';
import { consume } from '../../../workers/support/invoke.ts';
import type { MailServer } from '../../../workers/support/mail-server.ts';
import { as } from './emissions.ts';

type Request = (operation: string, about: EndpointRequest) => Promise<unknown>;

const oneMail = {
  steps: [{ businessDaysOnly: false, variants: [{ subject: 'Hello', bodyText: 'Good day.' }] }],
};

/** Replies and bounces. One proves that an email was sent, and one arrives before a follow-up. */
export async function inboxesFill(mail: MailServer, request: Request): Promise<void> {
  const host = await startMailHost();
  const begin = (campaign = {}) => beginConversation(host, mail, readAll, { campaign });
  const answerOf = ({ address, sender, messageId }: Conversation) =>
    arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': messageId }));

  mail.behaviour = { kind: 'cut', after: 'data' };
  const uncertain = await begin(oneMail);
  mail.behaviour = { kind: 'accept' };
  answerOf(uncertain);
  await readAll([uncertain.syncCall]);

  const [lost, gone] = [await begin(), await begin()];
  await request('contacts.update', { params: { id: gone.call.contactId }, body: { status: 'unsubscribed' } });
  for (const conversation of [lost, gone]) {
    arrive(host, conversation.sender, report(conversation));
    await readAll([conversation.syncCall]);
  }

  const late = await begin();
  answerOf(late);
  // Due on every day of the week.
  setClock(Date.now() + 7 * dayMs);
  await as('emails.send', () => consume(sendHandler, [late.call]));
  vi.useRealTimers();
}

async function readAll(calls: readonly unknown[]): Promise<void> {
  for (const call of calls) await as('inbox.sync', () => deliverMessage('inbox.sync', call));
}
