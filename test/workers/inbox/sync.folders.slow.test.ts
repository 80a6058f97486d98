import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { accountKey, foldersKey } from '#lib/email-accounts/items.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { type ImapQuirks, type ScriptedImap, startScriptedImap } from '../../support/scripted-imap.ts';
import { connected } from '../../support/stack.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { beginConversation, type Conversation, written } from '../support/inbox.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { readInboxes } from '../support/read-inboxes.ts';

let mail: MailServer;
let imap: ScriptedImap;

beforeAll(async () => {
  await useOwnResources();
  [mail, imap] = await Promise.all([startMailServer(), startScriptedImap()]);
  for (const path of ['Archive', 'Junk', 'INBOX.Replies', 'Sent', 'Trash', 'Drafts']) imap.addFolder(path);
  imap.addFolder('Shared', '\\Noselect');
});
beforeEach(() => {
  imap.empty();
  mail.received.length = 0;
  imap.quirks = {};
  setClock(monday);
});

const begin = (campaign: Record<string, unknown> = {}) =>
  beginConversation(imap, mail, readInboxes, { campaign });

async function repliesTo({ call: { contactId } }: Conversation): Promise<number> {
  const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });

  return data.filter(({ type }) => type === 'email.replied').length;
}

const answerTo = ({ sender, address, messageId }: Conversation) =>
  written({ from: address, to: sender }, { 'In-Reply-To': messageId });

async function followUp({ call }: Conversation): Promise<void> {
  setClock(monday + dayMs);
  await consume(send, [call]);
}

describe.each(['Archive', 'Junk', 'INBOX.Replies'])('an answer in the folder %s', (folder) => {
  test('is found by a read of the inbox', async () => {
    const conversation = await begin();
    imap.deliver(folder, answerTo(conversation));
    await readInboxes([conversation.syncCall]);

    expect(await readExecution(conversation.call)).toMatchObject({ status: 'replied' });
  });

  test('is found before a follow-up', async () => {
    const conversation = await begin();
    imap.deliver(folder, answerTo(conversation));
    await followUp(conversation);

    expect(mail.received).toHaveLength(1);
    expect(await readExecution(conversation.call)).toMatchObject({ status: 'replied' });
  });
});

test('an answer counts once, although it is in several folders and is moved between reads', async () => {
  const conversation = await begin({ stopOnReply: false });
  const raw = answerTo(conversation);
  imap.deliver('INBOX', raw);
  imap.deliver('Archive', raw);
  await readInboxes([conversation.syncCall]);
  imap.moveAll('INBOX', 'Junk');
  imap.moveAll('Archive', 'INBOX.Replies');
  await readInboxes([conversation.syncCall]);
  imap.renew('Junk');
  await readInboxes([conversation.syncCall]);

  expect(await repliesTo(conversation)).toBe(1);
});

test('an answer is found in a folder that was created or renamed after the last read', async () => {
  const conversation = await begin();
  imap.addFolder(`New ${conversation.call.contactId}`);
  imap.deliver(`New ${conversation.call.contactId}`, answerTo(conversation));
  imap.rename(`New ${conversation.call.contactId}`, 'Customers');
  await readInboxes([conversation.syncCall]);

  expect(await repliesTo(conversation)).toBe(1);
});

test('the Sent, Drafts and Trash folders and our own messages elsewhere are no answers', async () => {
  const conversation = await begin();
  for (const folder of ['Sent', 'Drafts', 'Trash']) imap.deliver(folder, answerTo(conversation));
  const copy = mail.received[0]?.raw ?? '';
  imap.deliver('Archive', copy);
  const before = imap.commands.length;
  await readInboxes([conversation.syncCall]);
  const commands = imap.commands.slice(before);

  expect(await readExecution(conversation.call)).toMatchObject({ status: 'in_progress' });
  expect(commands.filter((each) => /EXAMINE "?(?:Sent|Drafts|Trash)/.test(each))).toEqual([]);
  expect(commands.filter((each) => each.includes('BODY.PEEK[]'))).toEqual([]);
});

test('a folder that cannot be opened hides no answer in another folder, and is read since its last read later', async () => {
  const conversation = await begin();
  imap.quirks = { unreadable: ['Archive'] };
  imap.deliver('Archive', answerTo(conversation));
  imap.deliver('Junk', written({ from: 'stranger@example.net', to: conversation.sender }, {}));
  await readInboxes([conversation.syncCall]);
  setClock(monday + 5 * dayMs);
  await readInboxes([conversation.syncCall]);
  expect((await getAccount(connected(), workspaceId, conversation.call.accountId)).statusReason).toBeNull();

  imap.quirks = {};
  await readInboxes([conversation.syncCall]);
  expect(await readExecution(conversation.call)).toMatchObject({ status: 'replied' });
});

test('unchanged folders are neither opened nor written', async () => {
  const conversation = await begin();
  imap.deliver('Junk', written({ from: 'stranger@example.net', to: conversation.sender }, {}));
  await readInboxes([conversation.syncCall]);
  const key = foldersKey(workspaceId, conversation.call.accountId);
  const before = await connected().table.get(key);
  const count = imap.commands.length;
  await readInboxes([conversation.syncCall]);
  const account = await connected().table.get(accountKey(workspaceId, conversation.call.accountId));

  expect(imap.commands.slice(count).filter((each) => each.startsWith('EXAMINE'))).toEqual(['EXAMINE INBOX']);
  expect(await connected().table.get(key)).toEqual(before);
  expect(JSON.stringify(account).length).toBeLessThan(1000);
});

test.each<[string, ImapQuirks]>([
  ['no UIDNEXT in EXAMINE', { withoutUidNext: true }],
  ['neither UIDNEXT in EXAMINE nor STATUS', { withoutUidNext: true, status: 'NO' }],
  ['BAD to STATUS', { status: 'BAD' }],
  ['no UIDVALIDITY', { withoutUidValidity: true }],
  ['NO to searches by date', { searchSince: 'NO' }],
  ['BAD to searches by date', { searchSince: 'BAD' }],
  ['no dates of messages', { withoutDates: true, searchSince: 'BAD' }],
  ['LIST-STATUS', { capabilities: 'SPECIAL-USE LIST-EXTENDED LIST-STATUS' }],
  ['responses after 30 ms', { delayMs: 30 }],
  [
    'nothing that is optional',
    { withoutUidNext: true, withoutUidValidity: true, status: 'BAD', searchSince: 'BAD' },
  ],
])('answers in INBOX and another folder count once at a server with %s', async (_, quirks) => {
  imap.quirks = quirks;
  const conversation = await begin({ stopOnReply: false });
  imap.deliver('INBOX', answerTo(conversation));
  imap.deliver('Archive', answerTo(conversation));
  for (let times = 0; times < 3; times++) expect(await readInboxes([conversation.syncCall])).toEqual([]);
  imap.deliver('INBOX', answerTo(conversation));
  await readInboxes([conversation.syncCall]);

  expect(await repliesTo(conversation)).toBe(3);
  const { statusReason, lastSyncAt } = await getAccount(
    connected(),
    workspaceId,
    conversation.call.accountId,
  );
  expect([statusReason, lastSyncAt]).toEqual([null, new Date(monday).toISOString()]);
});

test('an answer in INBOX takes effect at a server that rejects LIST', async () => {
  imap.quirks = { list: 'NO' };
  const conversation = await begin();
  imap.deliver('INBOX', answerTo(conversation));
  await readInboxes([conversation.syncCall]);

  expect(await repliesTo(conversation)).toBe(1);
});

test('a message at which the connection always ends is set aside, and the answers behind it are read', async () => {
  const conversation = await begin();
  const deadly = imap.deliver('Archive', answerTo(conversation));
  const genuine = imap.deliver('Junk', answerTo(conversation));
  const isDeadly = new RegExp(`^UID FETCH ${deadly} .*PEEK\\[\\]`);
  imap.quirks = { dropAt: deadly === genuine ? undefined : isDeadly };
  imap.deliver('Archive', answerTo(conversation));
  for (let times = 0; times < 6; times++) {
    setClock(monday + times * 3_600_000);
    await readInboxes([conversation.syncCall]);
  }

  expect((await getAccount(connected(), workspaceId, conversation.call.accountId)).messagesSetAside).toBe(1);
  expect(await repliesTo(conversation)).toBe(2);
});
