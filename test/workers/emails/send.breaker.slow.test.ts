import { describe, expect, test } from 'vitest';
import { getContact } from '#lib/contacts/contacts.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { sendQueued } from '#lib/emails/send-queued.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { type ScriptedServer, startScriptedServer } from '../../support/scripted-smtp.ts';
import { connected } from '../../support/stack.ts';
import { eventKinds } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { runOne, sendingBy, sendingWith, workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

await useOwnResources();

const minuteMs = 60_000;
const readAccount = (accountId: string) => getAccount(connected(), workspaceId, accountId);
const statusesOf = async (calls: readonly SendMessage[]) =>
  Promise.all(calls.map(async (call) => (await readExecution(call)).status));

/** Runs a campaign on accounts of one server. */
async function runOn(server: ScriptedServer, contacts: number, accounts = 1) {
  const running = await runOne(server, {
    contacts: Array.from({ length: contacts }, () => ({})),
    accounts: Array.from({ length: accounts }, () => sendingBy(server)),
  });
  const startedAt = Date.now();

  return { ...running, startedAt };
}

/** Offers each due contact to each account in turn, every ten minutes, as the dispatcher does for first emails. */
async function sendFor(
  { calls, accountIds, startedAt }: Awaited<ReturnType<typeof runOn>>,
  rounds: number,
  everyMs = 10 * minuteMs,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const [position, call] of calls.entries()) {
      setClock(startedAt + round * everyMs + position * 20_000);
      const accountId = accountIds[(position + round) % accountIds.length] ?? '';
      expect(await consume(send, [{ ...call, accountId }])).toEqual([]);
    }
  }
}

const accountTexts = [
  '550 5.7.0 From address is not one of your addresses',
  '554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; WASCL UserAction verdict is not None. Actual verdict is Suspend, ShowTierUpgrade',
  '550 5.7.26 This mail has been blocked because the sender is unauthenticated',
  '551 5.7.1 Not authorised to send from this header address',
  '554 5.0.0 A text that no list knows',
];

test.each(accountTexts)(
  'a server that answers every message with %j uses up no contact, and is quoted',
  async (text) => {
    const server = await startScriptedServer({ message: { say: `${text}\r\n` } });
    const running = await runOn(server, 6);
    await sendFor(running, 3);
    const account = await readAccount(running.accountIds[0] ?? '');

    expect(account).toMatchObject({
      status: 'connected',
      statusReason: { message: expect.stringContaining(text), smtpCode: Number(text.slice(0, 3)) },
    });
    expect(await statusesOf(running.calls)).toEqual(running.calls.map(() => 'pending'));
    expect(server.messages.length).toBeLessThanOrEqual(4);
    expect(await eventKinds(workspaceId, running.campaign.id)).toEqual([
      'campaign.started',
      'email.rejected',
    ]);

    server.script = {};
    await sendFor({ ...running, startedAt: Date.parse(account.nextSendAt ?? '') }, 6);
    expect(await statusesOf(running.calls)).toEqual(running.calls.map(() => 'completed'));
    expect(await readAccount(account.id)).toMatchObject({ statusReason: null });
  },
);

test('three accounts of a server that rejects every message use up no contact', async () => {
  const server = await startScriptedServer({ message: { say: '554 5.0.0 A text that no list knows\r\n' } });
  const running = await runOn(server, 12, 3);
  await sendFor(running, 30);
  const accounts = await Promise.all(running.accountIds.map(readAccount));

  expect(accounts.map(({ statusReason }) => statusReason?.code)).toEqual(
    accounts.map(() => 'emails_rejected'),
  );
  expect(await statusesOf(running.calls)).toEqual(running.calls.map(() => 'pending'));
});

describe('one recipient that the server rejects', () => {
  test.each([
    '550 5.1.1 <x@y.example>: Recipient address rejected: undeliverable address: host mx.y.example[192.0.2.1] said: 554 5.7.1 <x@y.example>: Relay access denied (in reply to RCPT TO command)',
    '550 5.7.1 You are not authorized to send to this group',
    '554 5.7.1 Relay access denied',
    '550 5.4.5 Daily sending limit of the recipient list exceeded',
    '550 5.7.1 <me@example.org>: Sender address rejected: not owned by user',
  ])('with %j stops none of three accounts', async (text) => {
    const server = await startScriptedServer({ rcpt: { say: `${text}\r\n` } });
    const running = await runOn(server, 1, 3);
    await sendFor(running, 12);
    const accounts = await Promise.all(running.accountIds.map(readAccount));

    expect(accounts.map(({ status, statusReason }) => [status, statusReason])).toEqual(
      accounts.map(() => ['connected', null]),
    );
  });

  test.each(['554 5.7.1 Relay access denied', '450 4.7.1 sender rate limit exceeded'])(
    'with %j and a second such one stop at most one of three accounts',
    async (text) => {
      const server = await startScriptedServer({ rcpt: { say: `${text}\r\n` } });
      const running = await runOn(server, 2, 3);
      await sendFor({ ...running, accountIds: running.accountIds.slice(0, 1) }, 1);
      await sendFor({ ...running, startedAt: running.startedAt + 90 * minuteMs }, 60, 60 * minuteMs);
      const accounts = await Promise.all(running.accountIds.map(readAccount));

      expect(accounts.filter(({ statusReason }) => statusReason !== null).length).toBeLessThanOrEqual(1);
      expect(await statusesOf(running.calls)).toEqual(['failed', 'failed']);
    },
  );

  test('in a campaign with others ends alone, with the words of the server', async () => {
    const server = await startScriptedServer();
    const running = await runOn(server, 5);
    const [bad] = running.calls;
    if (!bad) throw new Error('there is no contact');
    const { email } = await getContact(connected(), workspaceId, bad.contactId);
    server.script = {
      rcpt: (recipient) => (recipient === email ? { say: '550 5.7.1 blocked by policy\r\n' } : undefined),
    };
    await sendFor(running, 4);

    expect(await statusesOf(running.calls)).toEqual([
      'failed',
      'completed',
      'completed',
      'completed',
      'completed',
    ]);
    expect(await readExecution(bad)).toMatchObject({
      reason: 'smtp_550',
      detail: '550 5.7.1 blocked by policy',
    });
    expect(await readAccount(running.accountIds[0] ?? '')).toMatchObject({ statusReason: null });
  });
});

test('an hourly limit pauses the account at the second recipient, and no contact loses more than one attempt', async () => {
  const server = await startScriptedServer({
    rcpt: {
      say: '450-Requested mail action not taken: mailbox unavailable\r\n450 Mail send limit exceeded.\r\n',
    },
  });
  const running = await runOn(server, 8);
  await sendFor(running, 12);
  const attempts = await Promise.all(
    running.calls.map(async (call) => (await readExecution(call)).sendAttempts),
  );

  expect(attempts.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(2);
  expect(server.receivedLines.filter((line) => line.startsWith('RCPT')).length).toBeLessThanOrEqual(4);
  expect(await readAccount(running.accountIds[0] ?? '')).toMatchObject({
    statusReason: { code: 'rate_limited', message: expect.stringContaining('Mail send limit exceeded') },
  });
});

test('a server that closes the connection after each message leaves at most one more email per pause unknown', async () => {
  const server = await startScriptedServer({ message: { ends: 'close' } });
  const running = await runOn(server, 8);
  await sendFor(running, 3);

  expect(server.messages).toHaveLength(3);
  expect(await readAccount(running.accountIds[0] ?? '')).toMatchObject({
    statusReason: { code: 'emails_unconfirmed' },
  });
  const states = await Promise.all(running.calls.map(async (call) => (await readExecution(call)).sendState));
  expect(states.filter((state) => state === 'unknown')).toHaveLength(3);
});

test('a worker that stops before the commit leaves neither the outcome nor the streak', async () => {
  const server = await startScriptedServer({ rcpt: { say: '550 5.7.1 no\r\n' } });
  const { call, accountIds } = await runOn(server, 1);
  let transactions = 0;
  const stopping = sendingWith((table) => ({
    transact: (writes) => {
      transactions += 1;
      if (transactions > 1) throw new Error('the process stops');

      return table.transact(writes);
    },
  }));
  await expect(sendQueued(stopping, call)).rejects.toThrow('the process stops');
  const item = await connected().table.get({ pk: `W#${workspaceId}#ACCOUNTS`, sk: accountIds[0] ?? '' });

  expect(item).not.toHaveProperty('refusals');
  expect(await readExecution(call)).toMatchObject({ sendState: 'sending', sendAttempts: 0 });
});

test('workers that fail concurrently lose no refusal', async () => {
  const server = await startScriptedServer({ message: { say: '554 5.0.0 no\r\n', afterMs: 300 } });
  const running = await runOn(server, 3);
  const sending: Promise<number[]>[] = [];
  for (const [position, call] of running.calls.entries()) {
    setClock(running.startedAt + position * 20_000);
    sending.push(consume(send, [call]));
    while (server.messages.length <= position) await new Promise(setImmediate);
  }
  await Promise.all(sending);

  expect(await readAccount(running.accountIds[0] ?? '')).toMatchObject({
    statusReason: { code: 'emails_rejected' },
  });
  expect(await statusesOf(running.calls)).toEqual(['pending', 'pending', 'pending']);
});
