import { describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { listEntries } from '#lib/blocklist/list.ts';
import { planRemoval } from '#lib/blocklist/remove.ts';
import { getContact } from '#lib/contacts/contacts.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { listReplies } from '#lib/replies/list.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import {
  addContact,
  block,
  commitNow,
  draftCampaign,
  readCampaign,
  uniqueEmail,
} from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox, takeJobs } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { arrive, type Conversation, written } from '../support/inbox.ts';
import { begin, host, mail, read, services, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { workspaceId } from '../support/one-mail.ts';

useMailServers();

const request = 'Please remove me from your list and do not contact me again.\r\n';

interface Answer {
  readonly text?: string;
  readonly from?: string;
  readonly header?: Readonly<Record<string, string>>;
}

async function answer(
  { sender, address, messageId, syncCall }: Conversation,
  { text = request, from = address, header = {} }: Answer = {},
): Promise<void> {
  arrive(host, sender, written({ from, to: sender }, { 'In-Reply-To': messageId, ...header }, text));
  expect(await read([syncCall])).toEqual([]);
}

async function replyOf({ call: { contactId } }: Conversation) {
  const { data } = await listReplies(services(), workspaceId, { contactId, limit: 10 });
  const [reply] = data;
  if (!reply || data.length > 1) throw new Error('expected one reply');

  return reply;
}

async function eventsOf({ contactId }: { readonly contactId: string }) {
  const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });

  return data.reverse();
}

const kindsOf = async (about: { readonly contactId: string }) =>
  (await eventsOf(about)).map(({ type }) => type).filter((type) => type !== 'contact.created');
const entriesOf = async (value: string) =>
  (await listEntries(connected(), workspaceId, { value, limit: 10 })).data;
const contactOf = ({ call }: Conversation) => getContact(connected(), workspaceId, call.contactId);

async function undo({ address }: Conversation): Promise<void> {
  const [entry] = await entriesOf(address);
  await commitNow(workspaceId, await planRemoval(connected(), workspaceId, entry?.id ?? ''));
}

describe('a reply that asks for no further emails', () => {
  test('unsubscribes the contact and blocks the address, with the reply as evidence', async () => {
    const conversation = await begin();
    await answer(conversation);
    const { call, address } = conversation;
    const { id: executionId } = await readExecution(call);

    expect(await contactOf(conversation)).toMatchObject({
      status: 'unsubscribed',
      unsubscribedAt: new Date(monday).toISOString(),
      lastRepliedAt: new Date(monday).toISOString(),
    });
    expect(await entriesOf(address)).toMatchObject([
      {
        reason: 'unsubscribed',
        campaignId: call.campaignId,
        executionId,
        replyId: (await replyOf(conversation)).id,
        note: expect.stringContaining('by a reply'),
        contactCount: 1,
      },
    ]);
    const events = await eventsOf(call);
    expect(events.slice(-4).map(({ type }) => type)).toEqual([
      ...['email.replied', 'email.unsubscribed', 'contact.updated', 'contact.blocklisted'],
    ]);
    expect(events.at(-3)?.metadata).toEqual({ method: 'reply' });
    expect(events.at(-2)?.metadata).toMatchObject({ changedFields: ['status', 'unsubscribedAt'] });
  });

  test('ends the contact’s sequences in all campaigns, so that none sends a further email', async () => {
    const conversation = await begin({ stopOnReply: false });
    const { call, contactIds } = conversation;
    const other = await draftCampaign(workspaceId, { contactIds, allowParallel: true });
    await consume(runJob, await takeJobs());
    await answer(conversation);
    expect(await readExecution({ ...call, campaignId: other.id })).toMatchObject({ status: 'unsubscribed' });

    expect(await readExecution(call)).toMatchObject({
      status: 'unsubscribed',
      sendState: 'done',
      repliedAt: new Date(monday).toISOString(),
    });
    setClock(monday + dayMs);
    await consume(send, [call]);
    expect(mail.received).toHaveLength(1);
    await publishOutbox();
    expect((await readCampaign(workspaceId, call.campaignId)).stats).toMatchObject({
      contacts: 1,
      replied: 1,
      unsubscribed: 1,
      inProgress: 0,
      completed: 0,
    });
  });

  test('takes effect before a follow-up, if the follow-up is due before the next sync', async () => {
    const conversation = await begin({ stopOnReply: false });
    const { sender, address, messageId, call } = conversation;
    arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': messageId }, request));
    setClock(monday + dayMs);
    await consume(send, [call]);

    expect(mail.received).toHaveLength(1);
    expect(await contactOf(conversation)).toMatchObject({ status: 'unsubscribed' });
  });

  test('also counts after the last email', async () => {
    const conversation = await begin({ steps: [{ variants: [{ subject: 'Hello', bodyText: 'Mail 1' }] }] });
    expect(await readExecution(conversation.call)).toMatchObject({ status: 'completed' });
    await answer(conversation);

    expect(await readExecution(conversation.call)).toMatchObject({ status: 'completed' });
    expect(await contactOf(conversation)).toMatchObject({ status: 'unsubscribed' });
  });

  test('blocks the address even if the contact was deleted', async () => {
    const conversation = await begin();
    const { call, address } = conversation;
    await commitNow(workspaceId, await planContactDeletion(connected(), workspaceId, call.contactId));
    await answer(conversation);

    expect(await entriesOf(address)).toMatchObject([{ reason: 'unsubscribed', contactCount: 0 }]);
    const later = await addContact(workspaceId, { email: address });
    expect(await getContact(connected(), workspaceId, later)).toMatchObject({ status: 'unsubscribed' });
  });

  test('from a former address suppresses only that address, like an unsubscribe link', async () => {
    const conversation = await begin({ steps: [{ variants: [{ subject: 'Hello', bodyText: 'Mail 1' }] }] });
    const { call, address } = conversation;
    const patch = { email: uniqueEmail() };
    await commitNow(workspaceId, await planContactUpdate(connected(), workspaceId, call.contactId, patch));
    await answer(conversation);

    expect(await contactOf(conversation)).toMatchObject({ status: 'active' });
    expect(await entriesOf(address)).toMatchObject([{ reason: 'unsubscribed' }]);
    expect(await entriesOf(patch.email)).toEqual([]);
  });
});

describe('no contact is unsubscribed by', () => {
  test.each<[string, Answer]>([
    ['a colleague who asks for it', { from: `colleague-${uniqueEmail()}` }],
    ['a sender without a valid address', { from: 'nobody' }],
    ['an automatic reply', { header: { 'Auto-Submitted': 'auto-replied' } }],
    [
      'a request in a quotation',
      { text: `Fine, call me.\r\n\r\nOn Mon, 3 Jun 2030, Sam wrote:\r\n> ${request}` },
    ],
    ['a reply that is only a quotation', { text: `On Mon, 3 Jun 2030, Sam wrote:\r\n> ${request}` }],
    ['a negated request', { text: "Please don't remove me from your list.\r\n" }],
  ])('%s', async (_, message) => {
    const conversation = await begin();
    await answer(conversation, message);

    expect(await contactOf(conversation)).toMatchObject({ status: 'active' });
    expect(await entriesOf(conversation.address)).toEqual([]);
    expect(await kindsOf(conversation.call)).not.toContain('email.unsubscribed');
  });

  test('a reply in a campaign that does not honour such replies: it only suggests a label', async () => {
    const conversation = await begin({ honourOptOutReplies: false });
    await answer(conversation);

    expect(await contactOf(conversation)).toMatchObject({ status: 'active' });
    expect((await replyOf(conversation)).suggestedLabels).toEqual(['unsubscribe_request']);
    expect(await readExecution(conversation.call)).toMatchObject({ status: 'replied' });
  });
});

describe('a contact that has unsubscribed by a reply', () => {
  test('is unsubscribed once: another request changes nothing but the reply', async () => {
    const conversation = await begin();
    await answer(conversation);
    const [first] = await entriesOf(conversation.address);
    await answer(conversation, { text: 'Unsubscribe\r\n' });

    expect(await entriesOf(conversation.address)).toEqual([first]);
    const kinds = await kindsOf(conversation.call);
    expect(kinds.filter((kind) => kind === 'email.unsubscribed')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'contact.blocklisted')).toHaveLength(1);
    expect(kinds.at(-1)).toBe('email.replied');
  });

  test('is active again after its entry was removed, and stays so if the message is read again', async () => {
    const conversation = await begin();
    const header = { 'Message-ID': `<stop-${conversation.call.contactId}@there.example>` };
    await answer(conversation, { header });
    await undo(conversation);
    expect(await contactOf(conversation)).toMatchObject({ status: 'active', unsubscribedAt: null });
    await answer(conversation, { header });
    host.renew();
    await read([conversation.syncCall]);

    expect(await contactOf(conversation)).toMatchObject({ status: 'active' });
    expect(await entriesOf(conversation.address)).toEqual([]);
  });

  test('is unsubscribed again by a new request after its entry was removed', async () => {
    const conversation = await begin();
    await answer(conversation);
    await undo(conversation);
    await answer(conversation);

    expect(await contactOf(conversation)).toMatchObject({ status: 'unsubscribed' });
    expect(await entriesOf(conversation.address)).toHaveLength(1);
  });
});

test('a blocked contact that asks for no further emails is unsubscribed, as by a link', async () => {
  const conversation = await begin();
  await block(workspaceId, conversation.address);
  await answer(conversation);

  expect(await contactOf(conversation)).toMatchObject({ status: 'unsubscribed' });
  expect((await kindsOf(conversation.call)).slice(-3)).toEqual([
    ...['email.replied', 'email.unsubscribed', 'contact.updated'],
  ]);
});

test('several readers of one inbox unsubscribe a contact once', async () => {
  const conversation = await begin();
  const { sender, address, messageId, syncCall, call } = conversation;
  arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': messageId }, request));
  setClock(monday + dayMs);
  await Promise.all([read([syncCall]), consume(send, [call]), consume(send, [call])]);
  await read([syncCall]);

  expect(await entriesOf(address)).toHaveLength(1);
  expect((await kindsOf(call)).filter((kind) => kind === 'email.unsubscribed')).toHaveLength(1);
  expect(mail.received).toHaveLength(1);
});
