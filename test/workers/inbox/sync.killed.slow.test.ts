import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { inboxWorkers } from '#lib/inbox/workers.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { connected } from '../../support/stack.ts';
import { readExecution } from '../support/campaign.ts';
import { fillInbox } from '../support/full-inbox.ts';
import { startImapProxy } from '../support/imap-proxy.ts';
import { arrive, beginConversation, type Conversation, written } from '../support/inbox.ts';
import { host, mail, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { readApart, readKilled } from '../support/killed-reader.ts';
import { workspaceId } from '../support/one-mail.ts';
import { readInboxes } from '../support/read-inboxes.ts';

useMailServers();

test('processes each message once, although its reader is killed repeatedly and the mailbox is recreated', async () => {
  const inbox = await fillInbox(host, mail, 5);
  const kills = await readKilled(inbox, {
    deliver: (user, raw) => arrive(host, user, raw),
    renew: host.renew,
  });

  expect(kills).toBeGreaterThan(10);
  expect(await inbox.find()).toEqual(inbox.expected);
}, 600_000);

test('sets a message that kills every reader aside after three attempts, and reads the reply behind it', async () => {
  let kill: () => void = () => undefined;
  let deadly = 0;
  const proxy = await startImapProxy(host, (line) => {
    // Only the fetch of the whole message. Readers fetch headers first.
    if (deadly === 0 || !new RegExp(`UID FETCH ${deadly} .*BODY.PEEK\\[\\]`).test(line)) return 'pass';
    kill();

    return 'swallow';
  });
  const conversation = await beginConversation(proxy, mail, (calls) => readInboxes(calls));
  const { sender, address, messageId, syncCall, call } = conversation;
  const reply = () => written({ from: address, to: sender }, { 'In-Reply-To': messageId });
  for (let count = 0; count < 3; count++)
    arrive(host, sender, written({ from: 'ann@else.example', to: sender }, {}));
  deadly = arrive(host, sender, reply());
  arrive(host, sender, reply());
  let deaths = 0;
  const death = () =>
    new Promise<undefined>((resolve) => {
      kill = () => resolve(undefined);
    });
  while (deaths < 6 && !(await readApart(syncCall, death))) {
    deaths += 1;
    // The position was saved before the message was fetched, so earlier messages are not read again.
    const { syncedTo } = (await findAccount(connected().table, workspaceId, call.accountId)) ?? {};
    expect(syncedTo?.uid).toBe(deadly - 1);
    // A worker that sends follow-ups does not touch the message.
    if (deaths === 2) expect(await consume(send, [call])).toEqual([]);
  }
  const { data } = await listActivity(connected(), workspaceId, { contactId: call.contactId, limit: 100 });

  expect(deaths).toBe(3);
  expect(data.filter(({ type }) => type === 'email.replied')).toHaveLength(1);
  expect(await readExecution(call)).toMatchObject({ status: 'replied' });
  expect(await getAccount(connected(), workspaceId, call.accountId)).toMatchObject({
    messagesSetAside: 1,
    lastMessageSetAside: { code: 'message_unfinished', uid: deadly },
    statusReason: null,
  });
}, 300_000);

const defectiveParser = new URL('../support/defective-parser.ts', import.meta.url);

/** Reads the inbox with a parser that hangs or needs ever more memory at some messages, until the function times out. */
function readWithDefects({ syncCall }: Conversation): Promise<boolean> {
  const { timeoutSeconds = 0 } = inboxWorkers.sync;
  const timeOut = () => pause(timeoutSeconds * 1000, undefined, { ref: false });

  return readApart(syncCall, timeOut, defectiveParser);
}

test('reads a reply behind 100 messages that stop the parser, at most one interval later', async () => {
  const genuine = await beginConversation(host, mail, (calls) => readInboxes(calls));
  const { sender, address, messageId, call } = genuine;
  for (let count = 0; count < 100; count++) {
    const header = { 'X-Defect': count % 2 === 0 ? 'hang' : 'memory' };
    arrive(host, sender, written({ from: 'MAILER-DAEMON@mx.example', to: sender }, header));
  }
  arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': messageId }));

  expect(await readWithDefects(genuine)).toBe(true);
  expect(await readExecution(call)).toMatchObject({ status: 'replied' });
  expect(await getAccount(connected(), workspaceId, call.accountId)).toMatchObject({
    messagesSetAside: 100,
    // The parser had one attempt.
    lastMessageSetAside: { code: 'message_unfinished', message: expect.not.stringContaining('attempts') },
    status: 'connected',
    statusReason: null,
  });
}, 300_000);
