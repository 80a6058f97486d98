import { expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { getContact } from '#lib/contacts/contacts.ts';
import { listReplies } from '#lib/replies/list.ts';
import { repliesPerDayMax } from '#lib/replies/store.ts';
import { connected } from '../../support/stack.ts';
import { readExecution } from '../support/campaign.ts';
import { monday, setClock } from '../support/clock.ts';
import { arrive, type Conversation, written } from '../support/inbox.ts';
import { begin, host, read, services, useMailServers } from '../support/inbox-suite.ts';
import { workspaceId } from '../support/one-mail.ts';

const dayMs = 86_400_000;

useMailServers();

/** Replies with different ids and senders to one email, in one read. */
async function receive(
  { sender, messageId, syncCall }: Conversation,
  count: number,
  header: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (let number = 0; number < count; number++) {
    const from = `stranger${number}@elsewhere.example`;
    arrive(host, sender, written({ from, to: sender }, { 'In-Reply-To': messageId, ...header }, 'I agree.'));
  }
  expect(await read([syncCall])).toEqual([]);
}

async function countsOf({ call: { contactId } }: Conversation) {
  const { data } = await listReplies(services(), workspaceId, { contactId, limit: 100 });
  const activity = await listActivity(connected(), workspaceId, {
    contactId,
    type: ['email.replied'],
    limit: 100,
  });

  return { stored: data.length, events: activity.data.length };
}

test('the first reply of a recipient to a campaign and 20 others in a day are stored, and read again change nothing', async () => {
  const conversation = await begin();
  await receive(conversation, repliesPerDayMax + 4);
  const stored = repliesPerDayMax + 1;
  expect(await countsOf(conversation)).toEqual({ stored, events: stored });

  setClock(monday + dayMs);
  host.renew();
  expect(await read([conversation.syncCall])).toEqual([]);
  expect(await countsOf(conversation)).toEqual({ stored, events: stored });

  await receive(conversation, 2);
  expect(await countsOf(conversation)).toEqual({ stored: stored + 2, events: stored + 2 });
});

test('automatic replies have a separate limit', async () => {
  const conversation = await begin();
  await receive(conversation, repliesPerDayMax + 3, { 'Auto-Submitted': 'auto-replied' });
  expect(await countsOf(conversation)).toEqual({ stored: repliesPerDayMax, events: 0 });

  await receive(conversation, 2);
  expect(await countsOf(conversation)).toEqual({ stored: repliesPerDayMax + 2, events: 2 });
});

test('a reply beyond the limit that asks for no further emails is stored and unsubscribes the contact', async () => {
  const conversation = await begin({ stopOnReply: false });
  await receive(conversation, repliesPerDayMax + 2);
  const { sender, address, messageId, syncCall, call } = conversation;
  const header = { 'In-Reply-To': messageId };
  arrive(host, sender, written({ from: address, to: sender }, header, 'Please remove me from your list.'));
  expect(await read([syncCall])).toEqual([]);

  expect((await countsOf(conversation)).stored).toBe(repliesPerDayMax + 2);
  expect(await getContact(connected(), workspaceId, call.contactId)).toMatchObject({
    status: 'unsubscribed',
  });
  expect((await readExecution(call)).status).toBe('unsubscribed');
});

test('further replies that ask for no further emails count towards the limit', async () => {
  const conversation = await begin({ stopOnReply: false });
  const { sender, address, messageId, syncCall } = conversation;
  for (let number = 0; number < repliesPerDayMax + 4; number++) {
    const header = { 'In-Reply-To': messageId };
    arrive(host, sender, written({ from: address, to: sender }, header, 'Please remove me from your list.'));
  }
  expect(await read([syncCall])).toEqual([]);

  expect((await countsOf(conversation)).stored).toBe(repliesPerDayMax + 1);
});
