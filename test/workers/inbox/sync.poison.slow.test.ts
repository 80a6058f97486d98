import { expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { syncInbox } from '#lib/inbox/sync.ts';
import { inboxWorkers } from '#lib/inbox/workers.ts';
import type { SyncMessage } from '#lib/values/queues.ts';
import { measureCpuTime } from '../../support/cpu-time.ts';
import { linesFor } from '../../support/logs.ts';
import { connected } from '../../support/stack.ts';
import { readExecution } from '../support/campaign.ts';
import { monday } from '../support/clock.ts';
import { arrive, beginConversation, type Conversation, forgedId, written } from '../support/inbox.ts';
import { host, mail, useMailServers } from '../support/inbox-suite.ts';
import { workspaceId } from '../support/one-mail.ts';
import { makeInboxesDue, readInboxes } from '../support/read-inboxes.ts';

useMailServers();

/** The function may run as long as its contract permits, after which the expectation names what is missing. */
const testTimeoutMs = 120_000;
/** With the time limit of the function: reading 100 long messages takes long on a busy machine. */
const read = (calls: readonly SyncMessage[]) =>
  readInboxes(calls, Number(inboxWorkers.sync.timeoutSeconds) * 1000);
const begin = () => beginConversation(host, mail, read, { campaign: { stopOnReply: false } });
const accountOf = ({ call }: Conversation) => getAccount(connected(), workspaceId, call.accountId);

async function repliesOf({ call: { contactId } }: Conversation) {
  const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });

  return data.filter(({ type }) => type === 'email.replied');
}

/** Delivers a reply to the inbox of the sending account. */
function replyTo(
  { sender, address, messageId }: Conversation,
  header: Readonly<Record<string, string>> = {},
  text?: string,
): void {
  arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': messageId, ...header }, text));
}

/** Corrupts the contact's item, so that each read of the contact fails. */
async function damageContact({ call }: Conversation): Promise<void> {
  const update = contactKey(workspaceId, call.contactId);
  await connected().table.update({ update, set: { tags: 1 } });
}

test.each([
  ['longer than an address may be', `${'a'.repeat(2450)}@there.example`],
  ['not an address', '"Ann" <ann at there>'],
])('records a reply with %s without an address as From', async (_, From) => {
  const conversation = await begin();
  replyTo(conversation, { From });
  replyTo(conversation);
  expect(await read([conversation.syncCall])).toEqual([]);

  const addresses = (await repliesOf(conversation)).map(({ metadata }) => metadata['fromEmail']);
  expect(addresses).toEqual([conversation.address, null]);
});

test('reads a reply behind 100 messages that cannot be processed', { timeout: testTimeoutMs }, async () => {
  const [hostile, genuine] = [await begin(), await begin()];
  await damageContact(hostile);
  for (let count = 0; count < 100; count++) replyTo({ ...genuine, messageId: hostile.messageId });
  replyTo(genuine);
  expect(await read([genuine.syncCall])).toEqual([]);

  expect(await repliesOf(genuine)).toHaveLength(1);
  expect(await repliesOf(hostile)).toHaveLength(0);
  expect(await accountOf(genuine)).toMatchObject({
    status: 'connected',
    statusReason: null,
    messagesSetAside: 100,
    lastMessageSetAside: { code: 'message_unprocessable', occurredAt: new Date(monday).toISOString() },
  });
  expect(linesFor(inboxWorkers.sync, 'MessagesSetAside')).toHaveLength(100);
});

test('reads a reply behind 100 reports with 320 KB of empty lines', { timeout: testTimeoutMs }, async () => {
  const genuine = await begin();
  const { sender, messageId } = genuine;
  const from = { from: 'MAILER-DAEMON@mx.example', to: sender };
  const lines = '\n'.repeat(327_000);
  for (let count = 0; count < 100; count++) {
    arrive(host, sender, written(from, { 'In-Reply-To': messageId }, lines));
  }
  replyTo(genuine);
  expect(await read([genuine.syncCall])).toEqual([]);

  expect(await repliesOf(genuine)).toHaveLength(1);
  expect(await accountOf(genuine)).toMatchObject({ statusReason: null, messagesSetAside: 0 });
});

test('sets a message aside once, although it is read again', async () => {
  const conversation = await begin();
  await damageContact(conversation);
  const update = accountKey(workspaceId, conversation.call.accountId);
  const before = await connected().table.get(update);
  replyTo(conversation);
  await read([conversation.syncCall]);
  await connected().table.update({ update, set: { syncedTo: before?.['syncedTo'] } });
  await read([conversation.syncCall]);

  expect((await accountOf(conversation)).messagesSetAside).toBe(1);
});

test('does not count failures of the table as attempts of a message', async () => {
  const conversation = await begin();
  replyTo(conversation);
  const { table } = connected();
  const throttled = () =>
    Promise.reject(
      Object.assign(new Error('slow down'), { name: 'ThrottlingException', $fault: 'client', $metadata: {} }),
    );
  const services = {
    ...connected(),
    vault: kmsVault(connected()),
    signer: kmsTokenSigner(),
    loopback: 'allow' as const,
    table: { ...table, transact: throttled },
  };
  await makeInboxesDue([conversation.syncCall]);
  for (let look = 0; look < 5; look++) {
    await expect(syncInbox(services, conversation.syncCall)).rejects.toThrow('slow down');
  }
  expect(await repliesOf(conversation)).toHaveLength(0);
  await read([conversation.syncCall]);

  expect(await repliesOf(conversation)).toHaveLength(1);
  expect((await accountOf(conversation)).messagesSetAside).toBe(0);
});

test('does not parse a hostile header without the code of one of our messages', async () => {
  const conversation = await begin();
  const forged = forgedId(conversation.messageId);
  const value = `${';'.repeat(60_000)}=?utf-8?Q?=0A?=x`;
  for (let count = 0; count < 10; count++) {
    replyTo(conversation, { 'In-Reply-To': forged, 'Auto-Submitted': value });
  }
  replyTo(conversation);
  const { ms } = await measureCpuTime(() => read([conversation.syncCall]));

  expect(await repliesOf(conversation)).toHaveLength(1);
  expect(ms).toBeLessThan(3000);
  expect(await readExecution(conversation.call)).toMatchObject({ status: 'in_progress' });
});
