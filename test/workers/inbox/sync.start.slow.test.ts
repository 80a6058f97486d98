import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { addAccount } from '../../api/support/seed.ts';
import { type ScriptedImap, startScriptedImap } from '../../support/scripted-imap.ts';
import { connected } from '../../support/stack.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { beginConversation, type Conversation, readingAt, written } from '../support/inbox.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { readInboxes } from '../support/read-inboxes.ts';

let mail: MailServer;
let imap: ScriptedImap;
let other: ScriptedImap;

beforeAll(async () => {
  await useOwnResources();
  [mail, imap, other] = await Promise.all([startMailServer(), startScriptedImap(), startScriptedImap()]);
});
beforeEach(() => {
  mail.received.length = 0;
  imap.quirks = {};
  setClock(monday);
});

const begin = (campaign: Record<string, unknown> = {}) =>
  beginConversation(imap, mail, readInboxes, { campaign });
const answerTo = ({ sender, address, messageId }: Conversation) =>
  written({ from: address, to: sender }, { 'In-Reply-To': messageId }, 'Please call me.\r\n');

async function expectAnswer({ call }: Conversation): Promise<void> {
  const { data } = await listActivity(connected(), workspaceId, { contactId: call.contactId, limit: 100 });
  expect(data.filter(({ type }) => type === 'email.replied')).toHaveLength(1);
  expect(await readExecution(call)).toMatchObject({ status: 'replied' });
  setClock(Date.now() + 10 * dayMs);
  await consume(send, [call]);
  expect(mail.received).toHaveLength(1);
}

test('an answer takes effect that arrived before the first successful read of the inbox', async () => {
  imap.quirks = { isAway: true };
  const conversation = await begin();
  imap.deliver('INBOX', answerTo(conversation));
  setClock(monday + 5 * dayMs);
  imap.quirks = {};
  await readInboxes([conversation.syncCall]);

  await expectAnswer(conversation);
});

test('a follow-up is not sent after an answer that arrived before the first successful read', async () => {
  imap.quirks = { isAway: true };
  const conversation = await begin();
  imap.deliver('INBOX', answerTo(conversation));
  setClock(monday + dayMs);
  imap.quirks = {};
  await consume(send, [conversation.call]);

  await expectAnswer(conversation);
});

test('an answer takes effect that waits while the IMAP server of the account is changed', async () => {
  const conversation = await begin();
  setClock(monday + 2 * 3_600_000);
  other.deliver('INBOX', answerTo(conversation));
  await addAccount(workspaceId, readingAt(other, conversation.sender, mail));
  expect((await getAccount(connected(), workspaceId, conversation.call.accountId)).lastSyncAt).not.toBeNull();
  setClock(monday + 4 * dayMs);
  await readInboxes([conversation.syncCall]);

  await expectAnswer(conversation);
});

test('an answer takes effect although its reader has the settings of the previous server', async () => {
  const conversation = await begin();
  // Both servers give their first folder the same UIDVALIDITY.
  for (let count = 0; count < 9; count++) imap.deliver('INBOX', 'Subject: old\r\n\r\n', monday - 30 * dayMs);
  other.deliver('INBOX', answerTo(conversation));
  const calls = [
    readInboxes([conversation.syncCall]),
    addAccount(workspaceId, readingAt(other, conversation.sender, mail)),
  ];
  await Promise.all(calls);
  setClock(monday + 3_600_000);
  await readInboxes([conversation.syncCall]);

  await expectAnswer(conversation);
});

test.each([
  ['a new UIDVALIDITY', () => imap.renew('INBOX')],
  ['a restored position beyond the end of the inbox', undefined],
])('an answer takes effect that arrived before %s', async (_, change) => {
  const conversation = await begin();
  imap.deliver('INBOX', answerTo(conversation));
  if (change) change();
  else {
    const update = accountKey(workspaceId, conversation.call.accountId);
    const { syncedTo } = (await connected().table.get(update)) as {
      syncedTo?: { uidValidity: string };
    };
    await connected().table.update({ update, set: { syncedTo: { ...syncedTo, uid: 100_000 } } });
  }
  setClock(monday + 3 * dayMs);
  await readInboxes([conversation.syncCall]);

  await expectAnswer(conversation);
});
