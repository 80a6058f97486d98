import { describe, expect, test } from 'vitest';
import { getAccount } from '#lib/email-accounts/read.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import {
  type ClientAction,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from '../../support/scripted-smtp.ts';
import { connected } from '../../support/stack.ts';
import { eventKinds } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, workspaceId } from '../support/one-mail.ts';

const mail = await useMailServer();

const minuteMs = 60_000;
const readAccount = ({ accountId }: SendMessage) => getAccount(connected(), workspaceId, accountId);
const smtpAt = (port: number) => ({ host: '127.0.0.1', port, secure: false, username: 'sender' });
const runOn = ({ port }: ScriptedServer, contacts = [{}]) =>
  runOne(mail, { contacts, accounts: [{ smtp: smtpAt(port) }] });

describe('an account that its server rejects', () => {
  test('permanently at the login stops immediately, and its email stays due', async () => {
    const { call, campaign } = await runOne(mail);
    mail.behaviour = { kind: 'refuse', at: 'auth', code: 535, text: '5.7.8 no' };
    expect(await consume(send, [call])).toEqual([]);

    expect(await readAccount(call)).toMatchObject({
      status: 'error',
      statusReason: { code: 'auth_failed', smtpCode: 535 },
    });
    mail.behaviour = { kind: 'accept' };
    for (const days of [1, 2, 30]) {
      setClock(Date.now() + days * 86_400_000);
      await consume(send, [call, call]);
    }
    expect(mail.received).toEqual([]);
    expect(await readExecution(call)).toMatchObject({ status: 'pending', sendState: 'due', sendAttempts: 0 });
    expect(await eventKinds(workspaceId, campaign.id)).toEqual(['campaign.started']);
  });

  test('for a wrong password gets one login per queued message, and no further login', async () => {
    const server = await startScriptedServer({ auth: { say: '535 5.7.8 no\r\n' } });
    const { call: first, calls } = await runOn(server, [{}, {}, {}, {}]);
    await Promise.all(calls.map((call) => consume(send, [call])));
    const logins = server.receivedLines.filter((line) => line.startsWith('AUTH')).length;

    expect(logins).toBeGreaterThan(0);
    expect(logins).toBeLessThanOrEqual(calls.length);
    expect(await readAccount(first)).toMatchObject({ status: 'error', sentToday: 0 });
    setClock(Date.now() + 86_400_000);
    await Promise.all(calls.map((call) => consume(send, [call])));
    expect(server.receivedLines.filter((line) => line.startsWith('AUTH'))).toHaveLength(logins);
    for (const call of calls) expect(await readExecution(call)).toMatchObject({ sendState: 'due' });
  });

  const pauses: readonly (readonly [string, Partial<Record<ClientAction, ScriptedReply>>, string, number])[] =
    [
      ['by 421 at the greeting', { greeting: { say: '421 4.7.0 later\r\n' } }, 'unreachable', 5],
      ['by 451 at MAIL', { mail: { say: '451 4.3.0 later\r\n' } }, 'unreachable', 5],
      ['by 550 at MAIL', { mail: { say: '550 5.7.1 not yours\r\n' } }, 'sender_refused', 60],
      ['by too many logins', { auth: { say: '454 4.7.0 Too many logins\r\n' } }, 'rate_limited', 60],
      [
        'by an endless greeting',
        { greeting: { say: '220-welcome\r\n'.repeat(30_000) } },
        'limit_exceeded',
        60,
      ],
      ['by closing', { mail: { ends: 'close' } }, 'unreachable', 5],
    ];

  test.each(pauses)('%s pauses; the email waits and is sent afterwards', async (_, script, code, minutes) => {
    const server = await startScriptedServer(script);
    const { call } = await runOn(server);
    const startedAt = Date.now();
    setClock(startedAt);
    expect(await consume(send, [call])).toEqual([]);
    const { status, statusReason, nextSendAt } = await readAccount(call);

    expect({ status, code: statusReason?.code }).toEqual({ status: 'connected', code });
    expect(nextSendAt).toBe(new Date(startedAt + minutes * minuteMs).toISOString());
    expect(await readExecution(call)).toMatchObject({
      status: 'pending',
      sendState: 'due',
      sendAttempts: 0,
    });

    const commandCount = server.receivedLines.length;
    server.script = {};
    setClock(startedAt + minutes * minuteMs - 1000 * 60);
    await consume(send, [call]);
    expect(server.receivedLines).toHaveLength(commandCount);
    setClock(startedAt + minutes * minuteMs);
    await consume(send, [call]);

    expect(await readExecution(call)).toMatchObject({ status: 'completed', sentCount: 1 });
    expect(await readAccount(call)).toMatchObject({ status: 'connected', statusReason: null });
  });
});

test('ten workers with the same send failure start one cool-down, and each makes its email due again', async () => {
  const contacts = Array.from({ length: 10 }, () => ({}));
  const { call: first, calls } = await runOne(mail, { contacts });
  mail.behaviour = { kind: 'refuse', at: 'data', code: 421, text: '4.7.0 too many messages' };
  const gates: PromiseWithResolvers<void>[] = [];
  mail.whileReceiving = () => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);

    return gate.promise;
  };
  const startedAt = Date.now();
  const running: Promise<number[]>[] = [];
  // Each worker claims its email after the account's gap, and waits in the server until all have claimed.
  for (const [position, call] of calls.entries()) {
    setClock(startedAt + position * 10_000);
    running.push(consume(send, [call]));
    while (gates.length <= position) await new Promise(setImmediate);
  }
  for (const [position, gate] of gates.entries()) {
    setClock(startedAt + 100_000 + position * 1000);
    gate.resolve();
    await running[position];
  }
  delete mail.whileReceiving;

  expect(await readAccount(first)).toMatchObject({
    // One refusal proves nothing; the second one names the account again.
    statusReason: { occurredAt: new Date(startedAt + 101_000).toISOString() },
    nextSendAt: new Date(startedAt + 101_000 + 60 * minuteMs).toISOString(),
  });
  for (const [position, call] of calls.entries()) {
    expect(await readExecution(call)).toMatchObject({
      sendState: 'due',
      sendAttempts: position === 0 ? 1 : 0,
    });
  }
});

test('a server that is down for six hours fails no contact, and is tried with growing delays', async () => {
  const server = await startScriptedServer({ greeting: { ends: 'close' } });
  const { call: first, calls } = await runOn(server, [{}, {}, {}]);
  const startedAt = Date.now();
  const sendAllAt = async (at: number) => {
    setClock(at);
    for (const call of calls) expect(await consume(send, [call])).toEqual([]);
  };
  const nextTry = async () => Date.parse((await readAccount(first)).nextSendAt ?? '');
  const triedAt: number[] = [];
  for (let at = startedAt; at < startedAt + 360 * minuteMs; at = await nextTry()) {
    triedAt.push((at - startedAt) / minuteMs);
    await sendAllAt(at);
    await sendAllAt((await nextTry()) - minuteMs);
  }
  expect(triedAt).toEqual([0, 5, 15, 35, 75, 155, 315]);
  for (const call of calls) {
    expect(await readExecution(call)).toMatchObject({ status: 'pending', sendState: 'due', sendAttempts: 0 });
  }

  server.script = {};
  const backAt = await nextTry();
  for (const minutes of [0, 1, 2]) await sendAllAt(backAt + minutes * minuteMs);
  expect(server.messages).toHaveLength(3);
  for (const call of calls) expect(await readExecution(call)).toMatchObject({ status: 'completed' });
  expect(await readAccount(first)).toMatchObject({ statusReason: null });
});
