import { vi } from 'vitest';
import { settingsKey } from '#lib/email-accounts/items.ts';
import type { SyncMessage } from '#lib/values/queues.ts';
import { handler as sendHandler } from '../../../../functions/emails/send.ts';
import { deliverMessage, type EndpointRequest } from '../../../bench/support/invoke.ts';
import { connected } from '../../../support/stack.ts';
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
import { runOne } from '../../../workers/support/one-mail.ts';
import { makeInboxesDue } from '../../../workers/support/read-inboxes.ts';
import { runAs } from './emissions.ts';

type Request = (operation: string, about: EndpointRequest) => Promise<unknown>;

const oneEmail = {
  steps: [{ businessDaysOnly: false, variants: [{ subject: 'Hello', bodyText: 'Good day.' }] }],
};

const optOut = 'Please unsubscribe me.\r\n';

/** Replies and bounces. One proves that an email was sent, and one arrives before a follow-up. */
export async function receiveMessages(mail: MailServer, request: Request): Promise<void> {
  const host = await startMailHost();
  const begin = (campaign = {}) => beginConversation(host, mail, readAll, { campaign });
  const replyTo = ({ address, sender, messageId }: Conversation, text?: string) =>
    arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': messageId }, text));

  mail.behaviour = { kind: 'cut', after: 'data' };
  const unknownOutcome = await begin(oneEmail);
  mail.behaviour = { kind: 'accept' };
  replyTo(unknownOutcome, optOut);
  await readAll([unknownOutcome.syncCall]);

  const [lost, gone] = [await begin(), await begin()];
  await request('contacts.update', { params: { id: gone.call.contactId }, body: { status: 'unsubscribed' } });
  for (const conversation of [lost, gone]) {
    arrive(host, conversation.sender, report(conversation));
    await readAll([conversation.syncCall]);
  }

  const blamed = await begin();
  const { workspaceId, accountId } = blamed.call;
  const minute = Math.floor(Date.now() / 60_000)
    .toString(36)
    .toUpperCase();
  const rejections = `${minute}sa ${minute}sb`;
  await connected().table.update({ update: settingsKey(workspaceId, accountId), set: { rejections } });
  const spam = { Status: '5.7.1', 'Diagnostic-Code': 'smtp; 550 5.7.1 This message looks like spam' };
  arrive(host, blamed.sender, report(blamed, spam));
  await readAll([blamed.syncCall]);
  await rejectTwo(mail);

  const lateReply = await begin();
  replyTo(lateReply, optOut);
  // Due on every day of the week.
  setClock(Date.now() + 7 * dayMs);
  await runAs('emails.send', () => consume(sendHandler, [lateReply.call]));
  vi.useRealTimers();
}

/** The mail server answers emails to two recipients with its daily limit, which stops the account. */
async function rejectTwo(mail: MailServer): Promise<void> {
  const { calls } = await runOne(mail, { contacts: [{}, {}], campaign: oneEmail });
  mail.behaviour = { kind: 'refuse', at: 'data', code: 550, text: '5.4.5 Daily sending limit exceeded' };
  for (const [position, call] of calls.entries()) {
    setClock(Date.now() + position * 60_000);
    await runAs('emails.send', () => consume(sendHandler, [call]));
  }
  mail.behaviour = { kind: 'accept' };
  vi.useRealTimers();
}

async function readAll(calls: readonly SyncMessage[]): Promise<void> {
  await makeInboxesDue(calls);
  for (const call of calls) await runAs('inbox.sync', () => deliverMessage('inbox.sync', call));
}
