import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { addAccount, uniqueEmail } from '../api/support/seed.ts';
import { connected } from '../support/stack.ts';
import { readExecution } from '../workers/support/campaign.ts';
import { fillInbox } from '../workers/support/full-inbox.ts';
import {
  beginConversation,
  type Conversation,
  readingAt,
  report,
  written,
} from '../workers/support/inbox.ts';
import { readKilled } from '../workers/support/killed-reader.ts';
import { type MailServer, startMailServer } from '../workers/support/mail-server.ts';
import { workspaceId } from '../workers/support/one-mail.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';
import { readInboxes } from '../workers/support/read-inboxes.ts';
import { canServe, type Dovecot, specialSent, startDovecot } from './dovecot-server.ts';

describe.runIf(canServe)('an inbox at Dovecot', { timeout: 60_000 }, () => {
  let dovecot: Dovecot;
  let mail: MailServer;

  beforeAll(async () => {
    await useOwnResources();
    [mail, dovecot] = await Promise.all([startMailServer(), startDovecot()]);
  });
  afterAll(() => dovecot.stop());
  beforeEach(() => {
    mail.behaviour = { kind: 'accept' };
  });

  const begin = () =>
    beginConversation(dovecot, mail, readInboxes, {
      campaign: { stopOnReply: false },
      password: dovecot.password,
    });
  const answer = async (
    { sender, address, syncCall }: Conversation,
    header: Readonly<Record<string, string>>,
    from = address,
  ) => {
    await dovecot.deliver(sender, written({ from, to: sender }, header));
    expect(await readInboxes([syncCall])).toEqual([]);
  };
  const repliesTo = async ({ call }: Conversation) => {
    const { data } = await listActivity(connected(), workspaceId, { contactId: call.contactId, limit: 100 });

    return data.filter(({ type }) => type === 'email.replied').length;
  };

  test('recognises replies by any form of reference', async () => {
    const conversation = await begin();
    const { messageId } = conversation;
    const other = '<someone@else.example>';
    const cut = `${messageId.slice(0, 50)}\r\n ${messageId.slice(50)}`;
    const headers: Record<string, string>[] = [
      { 'In-Reply-To': messageId },
      { References: messageId },
      { 'In-Reply-To': messageId, References: `${other}\r\n ${messageId}` },
      { 'In-Reply-To': other, References: `${other} ${cut}` },
    ];
    for (const header of headers) await answer(conversation, header);
    await answer(conversation, { 'In-Reply-To': messageId }, 'assistant@elsewhere.example');
    await answer(conversation, { 'In-Reply-To': other }, 'assistant@elsewhere.example');

    expect(await repliesTo(conversation)).toBe(5);
  });

  test('recognises bounces', async () => {
    const conversation = await begin();
    await dovecot.deliver(conversation.sender, report(conversation));
    await readInboxes([conversation.syncCall]);

    expect(await readExecution(conversation.call)).toMatchObject({ status: 'bounced' });
  });

  test('reports each message once, after a crash of the reader and after a new UIDVALIDITY', async () => {
    const conversation = await begin();
    const { call, messageId, sender, syncCall } = conversation;
    const update = accountKey(workspaceId, call.accountId);
    const { table } = connected();
    const before = (await table.get(update))?.['syncedTo'];
    await answer(conversation, { 'In-Reply-To': messageId });
    await table.update({ update, set: { syncedTo: before } });
    await Promise.all([readInboxes([syncCall]), readInboxes([syncCall])]);
    expect(await repliesTo(conversation)).toBe(1);

    const known = (await table.get(update))?.['syncedTo'];
    await dovecot.renew(sender);
    await readInboxes([syncCall]);
    const now = (await table.get(update))?.['syncedTo'];
    expect(now).not.toMatchObject({ uidValidity: (known as { uidValidity: string }).uidValidity });
    expect(await repliesTo(conversation)).toBe(1);
  });

  test.each([
    ['has the special use \\Sent', specialSent],
    ['has a usual name', 'Sent Items'],
  ])('finds a sent message in a folder that %s, and works without such a folder', async (_, folder) => {
    mail.behaviour = { kind: 'cut', after: 'data' };
    const { call, sender, address, messageId, syncCall } = await begin();
    await readInboxes([syncCall]);
    expect(await readExecution(call)).toMatchObject({ sendState: 'unknown' });
    const { statusReason } = await getAccount(connected(), workspaceId, call.accountId);
    expect(statusReason).toBeNull();

    await dovecot.addToFolder(
      sender,
      folder,
      written({ from: sender, to: address }, { 'Message-ID': messageId }),
    );
    await readInboxes([syncCall]);
    expect(await readExecution(call)).toMatchObject({ sendState: 'due', sentCount: 1 });
  });

  test('has each effect once, even if the reader is killed repeatedly and UIDVALIDITY changes', {
    timeout: 600_000,
  }, async () => {
    const inbox = await fillInbox(dovecot, mail, 3, dovecot.password);

    expect(await readKilled(inbox, dovecot)).toBeGreaterThan(10);
    expect(await inbox.find()).toEqual(inbox.expected);
  });

  test('that rejects the password stops the account', async () => {
    const input = { ...readingAt(dovecot, uniqueEmail(), mail), imapPassword: 'another' };
    const accountId = await addAccount(workspaceId, input);
    await readInboxes([{ workspaceId, accountId }]);
    const { status, statusReason } = await getAccount(connected(), workspaceId, accountId);

    expect([status, statusReason?.code]).toEqual(['error', 'auth_failed']);
  });
});
