import { expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { connected } from '../../support/stack.ts';
import { readExecution } from '../support/campaign.ts';
import { monday, setClock } from '../support/clock.ts';
import { arrive, beginConversation, firstMessageId, report } from '../support/inbox.ts';
import { host, mail, read, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { workspaceId } from '../support/one-mail.ts';

useMailServers();

const unauthenticated = {
  Status: '5.7.26',
  'Diagnostic-Code': 'smtp; 550-5.7.26 This mail has been blocked because the sender is unauthenticated.',
};

async function rejectionsOf(contactId: string) {
  const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });

  return data.filter(({ type }) => type === 'email.rejected');
}

test('a report that blames the sender is an event with the words of the server, once for an email and a reason', async () => {
  const conversation = await beginConversation(host, mail, read);
  for (let time = 0; time < 3; time++) {
    arrive(host, conversation.sender, report(conversation, unauthenticated));
    expect(await read([conversation.syncCall])).toEqual([]);
  }
  const events = await rejectionsOf(conversation.call.contactId);

  expect(events).toHaveLength(1);
  expect(events[0]?.metadata).toMatchObject({
    source: 'report',
    scope: 'account',
    reason: 'authentication',
    enhancedCode: '5.7.26',
    diagnostic: expect.stringContaining('sender is unauthenticated'),
  });
  expect(await readExecution(conversation.call)).toMatchObject({
    status: 'in_progress',
    sendState: 'due',
    detail: expect.stringContaining('sender is unauthenticated'),
  });
  expect(await getAccount(connected(), workspaceId, conversation.call.accountId)).toMatchObject({
    status: 'connected',
    statusReason: null,
  });
});

test('a report that the server still tries is no rejection', async () => {
  const conversation = await beginConversation(host, mail, read);
  const delayed = { Action: 'delayed', Status: '4.4.1', 'Diagnostic-Code': 'smtp; 451 try later' };
  arrive(host, conversation.sender, report(conversation, delayed));
  await read([conversation.syncCall]);

  expect(await rejectionsOf(conversation.call.contactId)).toEqual([]);
});

test('reports of three recipients with the same cause pause the account for a day', async () => {
  const conversation = await beginConversation(host, mail, read, { contacts: [{}, {}] });
  const { sender, syncCall, calls } = conversation;
  for (const [position, call] of calls.entries()) {
    setClock(monday + (position + 1) * 3_600_000);
    if (position > 0) await consume(send, [call]);
    const messageId = await firstMessageId(call, sender);
    const { sent } = { sent: mail.received.at(-1)?.to[0] ?? '' };
    const address = position === 0 ? conversation.address : sent;
    arrive(host, sender, report({ address, sender, messageId }, unauthenticated));
    await read([syncCall]);
    const { statusReason } = await getAccount(connected(), workspaceId, call.accountId);
    expect(statusReason?.code).toBe(position < 2 ? undefined : 'emails_reported');
  }
});
