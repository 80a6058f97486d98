import { expect, test } from 'vitest';
import { EmailAccount } from '#lib/email-accounts/email-account.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { resolveUnknownSend } from '#lib/emails/unknown-outcome.ts';
import { executionKey } from '#lib/executions/items.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { uniqueEmail } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { eventKinds, takeCalls } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import type { Conversation } from '../support/inbox.ts';
import { begin, host, mail, read, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { workspaceId } from '../support/one-mail.ts';

const hourMs = 3_600_000;

useMailServers();

/** Starts a conversation. Its first message was accepted, but the outcome is unknown. */
async function beginUnknown(): Promise<Conversation> {
  mail.behaviour = { kind: 'cut', after: 'data' };
  const conversation = await begin();
  mail.behaviour = { kind: 'accept' };
  expect(await readExecution(conversation.call)).toMatchObject({ sendState: 'unknown' });
  await takeCalls('ticks');

  return conversation;
}

/** Stores a message in the Sent folder, as some servers do. */
function keepSent({ sender, address }: Conversation, messageId: string, from = sender): void {
  const raw = Buffer.from(`From: ${from}\r\nTo: ${address}\r\nMessage-ID: ${messageId}\r\n\r\nMail 1`);
  host.store.add({ from, to: [address], subject: 'Hello', messageId, receivedAt: Date.now(), raw });
}

test('records a message with an unknown outcome as sent once if the Sent folder contains it, and plans the follow-up', async () => {
  const conversation = await beginUnknown();
  const { call, campaign, messageId, syncCall } = conversation;
  keepSent(conversation, messageId);
  setClock(monday + hourMs);
  await Promise.all([read([syncCall]), read([syncCall]), read([syncCall])]);
  await read([syncCall]);

  expect(await eventKinds(workspaceId, campaign.id)).toEqual(['campaign.started', 'email.sent']);
  expect(await takeCalls('ticks')).toEqual([{ workspaceId, campaignId: campaign.id }]);
  expect(await readExecution(call)).toMatchObject({
    sendState: 'due',
    sentCount: 1,
    dueAt: monday + hourMs + dayMs,
    thread: { subject: 'Hello', from: 0 },
  });
  setClock(monday + hourMs + dayMs);
  await consume(send, [call]);
  expect(mail.received[1]?.raw).toContain('Subject: Re: Hello');
});

test('records a message as sent if the Sent folder contains it and the worker died while sending', async () => {
  const conversation = await begin();
  const { call, campaign, syncCall } = conversation;
  const { table } = connected();
  await table.update({
    update: executionKey(workspaceId, call.contactId, campaign.id),
    set: { sendState: 'sending', sendToken: 'the dead worker’s', leaseUntil: monday + 1 },
  });
  setClock(monday + hourMs);
  await consume(send, [call, call]);
  expect(await readExecution(call)).toMatchObject({ sendState: 'unknown' });
  keepSent(conversation, conversation.messageId);
  await read([syncCall]);

  expect(await readExecution(call)).toMatchObject({ sendState: 'due', sentCount: 2 });
});

test('marks a message that the Sent folder does not contain as failed after a day, and ignores it later', async () => {
  const conversation = await beginUnknown();
  const { call, campaign, messageId, syncCall } = conversation;
  const other = await begin();
  // Another message, and the same message in another account's mailbox.
  keepSent(conversation, other.messageId);
  keepSent(conversation, messageId, uniqueEmail());
  setClock(monday + dayMs - hourMs);
  await read([syncCall]);
  expect(await readExecution(call)).toMatchObject({ sendState: 'unknown', sentCount: 0 });

  setClock(monday + dayMs + 1);
  await resolveUnknownSend(connected(), executionKey(workspaceId, call.contactId, campaign.id));
  keepSent(conversation, messageId);
  await read([syncCall]);
  expect(await readExecution(call)).toMatchObject({ status: 'failed', reason: 'delivery_unknown' });
  expect(await eventKinds(workspaceId, campaign.id)).toEqual(['campaign.started']);
  const { status, statusReason } = await getAccount(connected(), workspaceId, call.accountId);
  expect([status, statusReason]).toEqual(['connected', null]);
});

test('does not show an unknown outcome on the account', async () => {
  const { call } = await beginUnknown();
  const shown = await getAccount(connected(), workspaceId, call.accountId);

  expect(Object.keys(EmailAccount.parse(shown)).sort()).toEqual(Object.keys(EmailAccount.shape).sort());
});
