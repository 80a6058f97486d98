import { describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { accountKey, passwordContext, settingsKey } from '#lib/email-accounts/items.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { presentExecution } from '#lib/executions/present.ts';
import type { Item } from '#lib/storage/table.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import { findFreePort } from '../../../infra/local/engines/loopback.ts';
import { addCompany, always } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeJobs } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { arrive, beginConversation, type Conversation, report, written } from '../support/inbox.ts';
import { begin, host, mail, read, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { workspaceId } from '../support/one-mail.ts';

useMailServers();

/** The events of one contact, oldest first. */
async function eventsOf({ contactId }: Pick<SendMessage, 'contactId'>) {
  const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });

  return data.reverse();
}

const countOf = async (call: SendMessage, kind: string) =>
  (await eventsOf(call)).filter(({ type }) => type === kind).length;

/** Delivers a reply and reads the inbox. */
async function answer(
  { sender, address, messageId, syncCall }: Conversation,
  header: Readonly<Record<string, string>> = {},
  { from = address, text }: { readonly from?: string; readonly text?: string } = {},
): Promise<void> {
  arrive(host, sender, written({ from, to: sender }, { 'In-Reply-To': messageId, ...header }, text));
  expect(await read([syncCall])).toEqual([]);
}

test('records a reply with its text and ends the execution', async () => {
  const conversation = await begin();
  const text = 'Yes, gladly.\r\n\r\nOn Mon, 3 Jun 2030, Sam wrote:\r\n> Good day.\r\n';
  await answer(conversation, { Subject: 'Re: Hello', 'Message-ID': '<first@there.example>' }, { text });

  const { call, address } = conversation;
  expect((await eventsOf(call)).at(-1)).toMatchObject({
    type: 'email.replied',
    campaignId: call.campaignId,
    emailAccountId: call.accountId,
    messageId: '<first@there.example>',
    metadata: {
      messageId: '<first@there.example>',
      subject: 'Re: Hello',
      snippet: 'Yes, gladly.',
      fromEmail: address,
    },
  });
  expect(await readExecution(call)).toMatchObject({
    status: 'replied',
    repliedAt: new Date(monday).toISOString(),
    sendState: 'done',
  });
  setClock(monday + dayMs);
  await consume(send, [call]);
  expect(mail.received).toHaveLength(1);
});

test('accepts a reply from another address in the thread, and a reply that only has References', async () => {
  const conversation = await begin();
  const header = {
    'In-Reply-To': '<other@there.example>',
    References: `<a@b.example>\r\n ${conversation.messageId}`,
  };
  await answer(conversation, header, { from: 'assistant@elsewhere.example' });

  expect(await countOf(conversation.call, 'email.replied')).toBe(1);
});

test('records a reply and sends the next email if the campaign does not stop on replies', async () => {
  const conversation = await begin({ stopOnReply: false });
  await answer(conversation);
  await answer(conversation);

  expect(await countOf(conversation.call, 'email.replied')).toBe(2);
  expect(await readExecution(conversation.call)).toMatchObject({ status: 'in_progress' });
  setClock(monday + dayMs);
  await consume(send, [conversation.call]);
  expect(mail.received).toHaveLength(2);
});

test('ignores replies from the workspace’s own accounts', async () => {
  const conversation = await begin();
  await answer(conversation, {}, { from: conversation.sender });

  expect(await countOf(conversation.call, 'email.replied')).toBe(0);
});

test('stops the company’s other contacts if the campaign says so', async () => {
  const companyId = await addCompany(workspaceId, { name: `Company ${Math.random()}` });
  const conversation = await beginConversation(host, mail, read, {
    contacts: [{ companyId }],
    campaign: { stopCompanyOnReply: true },
    first: { companyId },
  });
  await answer(conversation);
  await consume(runJob, await takeJobs());

  const colleague = conversation.calls[1];
  if (!colleague) throw new Error('there is no other contact of the company');
  expect(await readExecution(colleague)).toMatchObject({ status: 'stopped', reason: 'company_replied' });
});

describe('an absence note', () => {
  const note = { 'Auto-Submitted': 'auto-replied', Subject: 'Out of office' };

  test('creates no event, and delays the next email once by the configured days', async () => {
    const conversation = await begin({ autoReplyDelayDays: 4 });
    const same = { ...note, 'Message-ID': '<away@there.example>' };
    await answer(conversation, same);
    await answer(conversation, same);

    expect(await countOf(conversation.call, 'email.replied')).toBe(0);
    expect(await readExecution(conversation.call)).toMatchObject({
      status: 'in_progress',
      dueAt: monday + 5 * dayMs,
    });
  });

  test('is the reason for the delay of the recipient, until the delayed email is sent', async () => {
    const { call, ...conversation } = await begin({ autoReplyDelayDays: 4 });
    await answer({ call, ...conversation }, note);
    const show = async () => presentExecution(await readExecution(call), []);

    expect(await show()).toMatchObject({
      status: 'in_progress',
      reason: 'auto_reply',
      nextSendAt: new Date(monday + 5 * dayMs).toISOString(),
    });
    setClock(monday + 5 * dayMs);
    await consume(send, [call]);
    expect(await show()).toMatchObject({ sentCount: 2, reason: null });
  });

  test('delays the next email until the contact is back', async () => {
    const schedule = { ...always, timezone: 'America/New_York' };
    const conversation = await begin({ autoReplyDelayDays: 4, schedule });
    await answer(conversation, note, { text: 'I am out of office until June 14.' });
    const execution = presentExecution(await readExecution(conversation.call), []);

    expect(execution).toMatchObject({ reason: 'auto_reply', nextSendAt: '2030-06-15T04:00:00.000Z' });
    setClock(Date.parse('2030-06-15T03:59:00Z'));
    await consume(send, [conversation.call]);
    expect(mail.received).toHaveLength(1);
    setClock(Date.parse('2030-06-15T04:00:00Z'));
    await consume(send, [conversation.call]);
    expect(mail.received).toHaveLength(2);
  });

  test.each([
    ['before the configured days', 'I am back tomorrow.'],
    ['in more than 90 days', 'I am back on December 1.'],
  ])('with a return %s delays the next email by the configured days', async (_, text) => {
    const conversation = await begin({ autoReplyDelayDays: 4 });
    await answer(conversation, note, { text });

    expect(await readExecution(conversation.call)).toMatchObject({ dueAt: monday + 5 * dayMs });
  });

  test('counts the days to the return from its receipt', async () => {
    const { sender, address, messageId, syncCall, call } = await begin({ autoReplyDelayDays: 1 });
    const header = { 'In-Reply-To': messageId, ...note };
    arrive(host, sender, written({ from: address, to: sender }, header, 'I am back in five days.'));
    setClock(monday + 1.5 * dayMs);
    await read([syncCall]);

    expect(await readExecution(call)).toMatchObject({ dueAt: Date.parse('2030-06-08T00:00Z') });
  });

  test('delays the next email into the windows of the contact after its return', async () => {
    const office = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }];
    const conversation = await beginConversation(host, mail, read, {
      first: { timezone: 'Europe/Athens' },
      campaign: { schedule: { windows: office, useContactTimezone: true } },
    });
    await answer(conversation, note, { text: 'Ich bin bis zum 14. Juni im Urlaub.' });

    // The contact is back on a Saturday.
    expect(await readExecution(conversation.call)).toMatchObject({ dueAt: Date.parse('2030-06-17T06:00Z') });
  });

  test('delays nothing if the campaign says so', async () => {
    const conversation = await begin({ autoReplyDelayDays: 0 });
    await answer(conversation, note, { text: 'I am out of office until June 14.' });

    expect(await readExecution(conversation.call)).toMatchObject({ dueAt: monday + dayMs });
  });

  test('ends the execution if the campaign says so', async () => {
    const conversation = await begin({ stopOnAutoReply: true });
    await answer(conversation, note, { text: 'I am out of office until June 14.' });

    expect(await readExecution(conversation.call)).toMatchObject({ status: 'stopped', reason: 'auto_reply' });
  });
});

describe('a bounce report', () => {
  test('about an unknown recipient creates an event and suppresses the address', async () => {
    const conversation = await begin();
    arrive(host, conversation.sender, report(conversation));
    await read([conversation.syncCall]);

    const { call } = conversation;
    expect(await readExecution(call)).toMatchObject({ status: 'bounced', reason: 'report_5.1.1' });
    const kinds = (await eventsOf(call)).map(({ type }) => type);
    expect(kinds.slice(-3)).toEqual(['email.bounced', 'contact.updated', 'contact.blocklisted']);
    expect((await eventsOf(call)).at(-3)?.metadata).toMatchObject({ smtpCode: 550, enhancedCode: '5.1.1' });
  });

  test.each([
    ['about a full mailbox', { Status: '5.2.2', 'Diagnostic-Code': 'smtp; 552 5.2.2 over quota' }],
    ['about a policy', { Status: '5.7.1', 'Diagnostic-Code': 'smtp; 550 5.7.1 blocked' }],
    ['about a delay', { Action: 'delayed', Status: '4.4.1' }],
    ['that names another recipient', { 'Final-Recipient': 'rfc822; someone@else.example' }],
  ])('%s changes nothing', async (_, fields) => {
    const conversation = await begin();
    arrive(host, conversation.sender, report(conversation, fields));
    await read([conversation.syncCall]);

    expect(await readExecution(conversation.call)).toMatchObject({ status: 'in_progress' });
    expect(await countOf(conversation.call, 'email.bounced')).toBe(0);
  });
});

test('ignores messages from before the connection, and shows when the inbox was last read', async () => {
  const conversation = await begin();
  const { data } = await listActivity(connected(), workspaceId, { limit: 1 });
  expect(data).toHaveLength(1);
  const account = await getAccount(connected(), workspaceId, conversation.call.accountId);

  expect(account.lastSyncAt).toBe(new Date(monday).toISOString());
  expect(JSON.stringify(account)).not.toContain('syncedTo');
});

describe('before a follow-up', () => {
  test('finds a new reply and sends nothing', async () => {
    const conversation = await begin();
    const { call, sender, address, messageId, syncCall } = conversation;
    arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': messageId }));
    setClock(monday + dayMs);
    await consume(send, [call]);
    await read([syncCall]);

    expect(mail.received).toHaveLength(1);
    expect(await readExecution(call)).toMatchObject({ status: 'replied' });
    expect(await countOf(call, 'email.replied')).toBe(1);
  });

  test('delays the follow-up while the inbox cannot be read, and shows this on the account', async () => {
    const conversation = await begin();
    const { call, syncCall } = conversation;
    const update = settingsKey(workspaceId, call.accountId);
    const { table } = connected();
    const imap = { host: '127.0.0.1', port: await findFreePort('nobody'), secure: false, username: 'a' };
    const before = (await table.get(update)) as Item;
    const context = passwordContext(call.accountId, imap);
    const sealedImapPassword = await kmsVault(connected()).seal(workspaceId, context, 'password');
    await table.update({ update, set: { imap, sealedImapPassword } });
    setClock(monday + dayMs);
    await consume(send, [call]);
    await read([syncCall]);
    const { statusReason, status } = await getAccount(connected(), workspaceId, call.accountId);

    expect(mail.received).toHaveLength(1);
    expect(await readExecution(call)).toMatchObject({ sendState: 'due', dueAt: monday + dayMs + 600_000 });
    expect([status, statusReason?.code]).toEqual(['connected', 'inbox_unreachable']);
    const restored = { imap: before['imap'], sealedImapPassword: before['sealedImapPassword'] };
    await table.update({ update, set: restored });
    setClock(monday + dayMs + 600_000);
    await read([syncCall]);
    await consume(send, [call]);
    expect(mail.received).toHaveLength(2);
    expect((await getAccount(connected(), workspaceId, call.accountId)).statusReason).toBeNull();
  });
});

describe('a message takes effect once', () => {
  test('with several concurrent readers, and in several inboxes', async () => {
    const conversation = await begin({ stopOnReply: false });
    const { call, sender, address, messageId } = conversation;
    const other = await begin();
    const raw = written({ from: address, to: sender }, { 'In-Reply-To': messageId, Cc: other.sender });
    arrive(host, sender, raw);
    arrive(host, other.sender, raw);
    const calls = [conversation, other].map(({ syncCall }) => syncCall);
    await Promise.all([read(calls), read(calls), read(calls)]);

    expect(await countOf(call, 'email.replied')).toBe(1);
  });

  test('although its reader dies afterwards and the mailbox is recreated', async () => {
    const conversation = await begin({ stopOnReply: false });
    const { call, sender, address, messageId, syncCall } = conversation;
    const { table } = connected();
    const update = accountKey(workspaceId, call.accountId);
    const syncedTo = (await table.get(update))?.['syncedTo'];
    arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': messageId }));
    await read([syncCall]);
    for (const place of [syncedTo, { uidValidity: '1', uid: 1_000_000 }]) {
      await table.update({ update, set: { syncedTo: place } });
      await read([syncCall]);
    }
    const after = await table.get(update);

    expect(await countOf(call, 'email.replied')).toBe(1);
    expect(after?.['syncedTo']).toMatchObject({
      uidValidity: String(host.store.mailbox(sender).uidValidity),
    });
  });

  test('with one reader at a time; its lease expires if it dies', async () => {
    const { call, syncCall } = await begin();
    const update = accountKey(workspaceId, call.accountId);
    const { table } = connected();
    await table.update({ update, set: { syncLeaseUntil: monday + 100_000 } });
    setClock(monday + 60_000);
    await read([syncCall]);
    const { lastSyncAt } = await getAccount(connected(), workspaceId, call.accountId);
    expect(lastSyncAt).toBe(new Date(monday).toISOString());

    setClock(monday + 100_000);
    await read([syncCall]);
    expect((await getAccount(connected(), workspaceId, call.accountId)).lastSyncAt).not.toBe(lastSyncAt);
  });
});

test('records a message with an unknown outcome as sent when a reply to it arrives', async () => {
  mail.behaviour = { kind: 'cut', after: 'data' };
  const conversation = await begin();
  mail.behaviour = { kind: 'accept' };
  expect(await readExecution(conversation.call)).toMatchObject({ sendState: 'unknown' });
  await answer(conversation);

  const kinds = (await eventsOf(conversation.call)).map(({ type }) => type);
  expect(kinds.slice(-2)).toEqual(['email.sent', 'email.replied']);
  expect(await readExecution(conversation.call)).toMatchObject({ status: 'replied', sentCount: 1 });
});
