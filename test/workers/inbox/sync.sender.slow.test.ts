import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { sendEmail } from '#lib/emails/send.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { uniqueEmail } from '../../api/support/seed.ts';
import { type ScriptedImap, startScriptedImap } from '../../support/scripted-imap.ts';
import { connected } from '../../support/stack.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { beginConversation, type Conversation, readingAt, steps, written } from '../support/inbox.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { runOne, sendingWith, workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { readInboxes } from '../support/read-inboxes.ts';
import { actOn } from '../support/recipient-actions.ts';

let mail: MailServer;
let imap: ScriptedImap;

beforeAll(async () => {
  await useOwnResources();
  [mail, imap] = await Promise.all([startMailServer(), startScriptedImap()]);
});
beforeEach(() => {
  imap.empty();
  mail.behaviour = { kind: 'accept' };
  mail.received.length = 0;
  setClock(monday);
});

const begin = (campaign: Record<string, unknown> = {}) =>
  beginConversation(imap, mail, readInboxes, { campaign });

async function eventsOf({ call }: Conversation): Promise<string[]> {
  const { data } = await listActivity(connected(), workspaceId, { contactId: call.contactId, limit: 100 });

  return data.map(({ type }) => type);
}

/** Delivers a message without a reference to ours, and reads the inbox. */
async function receive(
  { sender, address, syncCall }: Conversation,
  header: Readonly<Record<string, string>> = {},
  { from = address, at = Date.now() }: { readonly from?: string; readonly at?: number } = {},
): Promise<void> {
  imap.deliver('INBOX', written({ from, to: sender }, header), at);
  expect(await readInboxes([syncCall])).toEqual([]);
}

describe('a message from the address that got an email', () => {
  test.each<[string, Record<string, string>]>([
    ['with the subject of the email', { Subject: 'Re: Hello' }],
    ['with another subject', { Subject: 'Please stop writing to me' }],
    ['with a reference to another message', { 'In-Reply-To': '<other@there.example>' }],
    ['with a subject like a report', { Subject: 'Delivery problems in June' }],
  ])('%s is an answer without a reference to the email', async (_, header) => {
    const conversation = await begin();
    await receive(conversation, header);

    expect(await readExecution(conversation.call)).toMatchObject({ status: 'replied' });
    expect(await eventsOf(conversation)).toContain('email.replied');
    setClock(monday + 10 * dayMs);
    await consume(send, [conversation.call]);
    expect(mail.received).toHaveLength(1);
  });

  test('is an answer in any spelling of the address', async () => {
    const conversation = await begin();
    await receive(conversation, { From: `"Ann <Boss>" <${conversation.address.toUpperCase()}>` });

    expect(await readExecution(conversation.call)).toMatchObject({ status: 'replied' });
  });

  test('that is an absence notice postpones the next email', async () => {
    const conversation = await begin({ autoReplyDelayDays: 4 });
    await receive(conversation, { 'Auto-Submitted': 'auto-replied', Subject: 'Out of office' });

    expect(await readExecution(conversation.call)).toMatchObject({
      status: 'in_progress',
      dueAt: monday + 5 * dayMs,
    });
  });

  test('is an answer while the outcome of the email is unknown', async () => {
    mail.behaviour = { kind: 'cut', after: 'data' };
    const conversation = await begin();
    await receive(conversation);

    expect(await readExecution(conversation.call)).toMatchObject({ status: 'replied', sentCount: 1 });
  });

  test('is only noted while a worker sends the email, because the server may still reject it', async () => {
    const [sender, address] = [uniqueEmail(), uniqueEmail()];
    const running = await runOne(mail, {
      accounts: [readingAt(imap, sender, mail)],
      contacts: [{ email: address }],
      campaign: { steps },
    });
    const { call } = running;
    const conversation = {
      ...running,
      sender,
      address,
      messageId: '',
      syncCall: { workspaceId, accountId: call.accountId },
    };
    const dying = sendingWith((table) => ({
      async transact(writes) {
        if (mail.received.length > 0) throw new Error('the worker was killed');
        await table.transact(writes);
      },
    }));
    await expect(sendEmail(dying, call)).rejects.toThrow('the worker was killed');
    await receive(conversation);

    expect(await readExecution(call)).toMatchObject({ sendState: 'sending', sentCount: 0 });
    expect(await eventsOf(conversation)).toContain('email.replied');
    setClock(monday + 3_600_000);
    await consume(send, [call]);
    expect(await readExecution(call)).toMatchObject({ sentCount: 1, status: 'replied' });
  });

  test('answers the latest email after the recipient was restarted', async () => {
    const conversation = await begin({ steps: steps.slice(0, 1) });
    const { call, campaign, messageId } = conversation;
    await actOn(workspaceId, campaign.id, { contactIds: [call.contactId], action: 'restart' });
    setClock(monday + 60_000);
    await consume(send, [call]);
    await receive(conversation, { 'In-Reply-To': messageId });

    expect((await eventsOf(conversation)).filter((type) => type === 'email.replied')).toHaveLength(1);
    expect((await readExecution(call)).repliedAt).toBeDefined();
  });

  test('answers the latest email if several campaigns wrote from this account', async () => {
    const conversation = await begin({ stopOnReply: false });
    await receive(conversation);
    setClock(monday + dayMs);
    await consume(send, [conversation.call]);
    await receive(conversation);
    const { data } = await listActivity(connected(), workspaceId, {
      contactId: conversation.call.contactId,
      limit: 100,
    });
    const steps = data.filter(({ type }) => type === 'email.replied').map(({ stepId }) => stepId);

    expect(new Set(steps).size).toBe(2);
  });
});

describe('no answer is', () => {
  test.each<[string, Record<string, string>, { from?: string; at?: number }]>([
    ['a message that arrived before the email', {}, { at: monday - 3_600_000 }],
    ['a message from another address', {}, { from: 'colleague@elsewhere.example' }],
    ['a newsletter of the contact', { 'List-Unsubscribe': '<https://there.example/u>' }, {}],
    ['a message of a mailing list', { 'List-Id': '<list.there.example>' }, {}],
  ])('%s', async (_, header, options) => {
    const conversation = await begin();
    await receive(conversation, header, options);

    expect(await readExecution(conversation.call)).toMatchObject({ status: 'in_progress' });
    expect(await eventsOf(conversation)).not.toContain('email.replied');
  });

  test('a message to an account that did not write to the contact', async () => {
    const [conversation, another] = [await begin(), await begin()];
    await receive({ ...conversation, syncCall: another.syncCall });

    expect(await readExecution(conversation.call)).toMatchObject({ status: 'in_progress' });
  });
});

test('a message from an address that is no contact is not fetched', async () => {
  const conversation = await begin();
  const before = imap.commands.length;
  await receive(conversation, {}, { from: 'stranger@example.net' });

  expect(imap.commands.slice(before).filter((each) => each.includes('BODY.PEEK[]'))).toEqual([]);
});
