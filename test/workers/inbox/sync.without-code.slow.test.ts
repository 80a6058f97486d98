import { expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { executionKey } from '#lib/executions/items.ts';
import { sentWrite } from '#lib/executions/send-transitions.ts';
import type { Item } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { connected } from '../../support/stack.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { arrive, type Conversation, reportWithoutId, written } from '../support/inbox.ts';
import { begin, host, mail, read, useMailServers } from '../support/inbox-suite.ts';
import { workspaceId } from '../support/one-mail.ts';

const sesId = '0102018f0c2c5e5d-1f1c9e4c-3c1e-4b8a-9c3f-1d2a3b4c5d6e-000000';
const minuteMs = 60_000;

useMailServers();

const header = (conversation: Conversation, sentAt: number, subject = 'Hello') =>
  `From: ${conversation.sender}\r\nTo: ${conversation.address}\r\nSubject: ${subject}\r\nDate: ${new Date(sentAt).toUTCString()}`;

async function receive(conversation: Conversation, ...raw: readonly string[]) {
  for (const each of raw) arrive(host, conversation.sender, each);
  expect(await read([conversation.syncCall])).toEqual([]);
}

async function eventsOf({ call: { contactId } }: Conversation) {
  const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });

  return data.map(({ type }) => type).reverse();
}

const sent = ['contact.created', 'email.sent'];
const suppressed = [...sent, 'email.bounced', 'contact.updated', 'contact.blocklisted'];

test('records a bounce for a report with the server’s id of the message', async () => {
  mail.behaviour = { kind: 'accept', text: '2.0.0 Ok: queued as 4VxYz12QbTzRr' };
  const conversation = await begin();
  expect(await readExecution(conversation.call)).toMatchObject({ serverId: '4VxYz12QbTzRr' });
  setClock(monday + 3 * dayMs);
  await receive(
    conversation,
    reportWithoutId(
      conversation,
      'Received: by mx.example.com (Postfix) with ESMTP id 4VxYz12QbTzRr; Mon, 3 Jun 2030 10:00:00 +0000',
    ),
  );

  expect(await eventsOf(conversation)).toEqual(suppressed);
});

test('ends the execution for a reply that contains only the id of Amazon SES', async () => {
  mail.behaviour = { kind: 'accept', text: `Ok ${sesId}` };
  const conversation = await begin();
  const { address, sender, call } = conversation;
  const inReplyTo = { 'In-Reply-To': `<${sesId}@eu-west-1.amazonses.com>` };
  await receive(conversation, written({ from: 'stranger@example.net', to: sender }, inReplyTo));
  expect(await readExecution(call)).toMatchObject({ status: 'in_progress' });
  await receive(conversation, written({ from: `Ann <${address}>`, to: sender }, inReplyTo));

  expect(await readExecution(call)).toMatchObject({ status: 'replied' });
});

test('does not match the id of an earlier message with a later message without an id', async () => {
  mail.behaviour = { kind: 'accept', text: `Ok ${sesId}` };
  const conversation = await begin();
  const execution = await readExecution(conversation.call);
  expect(execution).toMatchObject({ serverId: sesId });
  const write = sentWrite(execution, 'token', {
    variantId: 'var_1',
    stepId: 'stp_next',
    now: monday,
    next: undefined,
  });

  expect(write.remove).toContain('serverId');
});

test('records a bounce for a report with the subject and the time of the message, even days later', async () => {
  const conversation = await begin();
  setClock(monday + 3 * dayMs);
  await receive(
    conversation,
    reportWithoutId(conversation, header(conversation, monday - 20_000, 'Re: hello')),
  );

  expect(await eventsOf(conversation)).toEqual(suppressed);
});

test.each([
  ['another time', monday + 3_600_000, 'Hello'],
  ['another subject', monday, 'Offer'],
])('ignores a report with %s', async (_, sentAt, subject) => {
  const conversation = await begin();
  setClock(monday + dayMs);
  await receive(conversation, reportWithoutId(conversation, header(conversation, sentAt, subject)));

  expect(await eventsOf(conversation)).toEqual(sent);
});

test('ignores further guesses of the time after three reports without a proof', async () => {
  const conversation = await begin();
  setClock(monday + dayMs);
  const guesses = [-2, -1, 1, 0].map((hours) => header(conversation, monday + hours * 60 * minuteMs));
  await receive(conversation, ...guesses.map((each) => reportWithoutId(conversation, each)));

  expect(await eventsOf(conversation)).toEqual(sent);
  expect(await readExecution(conversation.call)).toMatchObject({ unprovenReports: 3 });
});

test('ends the execution without blocking the address if a report names only the recipient shortly after the message', async () => {
  const conversation = await begin();
  setClock(monday + 9 * minuteMs);
  await receive(conversation, reportWithoutId(conversation, 'X-Mailer: x'));

  expect(await eventsOf(conversation)).toEqual([...sent, 'email.bounced']);
  expect(await readExecution(conversation.call)).toMatchObject({ status: 'bounced' });
});

test('ignores this report 11 minutes after the message, and with its subject and time after 8 days', async () => {
  const conversation = await begin();
  setClock(monday + 11 * minuteMs);
  await receive(conversation, reportWithoutId(conversation, 'X-Mailer: x'));
  setClock(monday + 8 * dayMs);
  await receive(conversation, reportWithoutId(conversation, header(conversation, monday)));

  expect(await eventsOf(conversation)).toEqual(sent);
});

test('requires the server’s id if two campaigns have sent to the address', async () => {
  mail.behaviour = { kind: 'accept', text: 'Ok: queued as 4VxYz12QbTzRr' };
  const conversation = await begin();
  const { workspaceId: id, contactId, campaignId } = conversation.call;
  const [key, other] = [campaignId, newId('cmp', monday)].map((each) => executionKey(id, contactId, each));
  const { table } = connected();
  const ended = { status: 'completed', sendState: 'done' };
  const item = key && (await table.get(key));
  await table.put({
    put: { ...item, ...other, ...ended, id: newId('exe', monday), serverId: 'another-id-0' } as Item,
  });
  await receive(conversation, reportWithoutId(conversation, header(conversation, monday)));
  expect(await eventsOf(conversation)).toEqual(sent);
  await receive(conversation, reportWithoutId(conversation, 'Received: by mx (Postfix) id 4VxYz12QbTzRr'));

  expect(await eventsOf(conversation)).toContain('email.bounced');
});
