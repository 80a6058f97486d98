import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openSmtp, SmtpUnavailable } from '#lib/mail/smtp.ts';
import {
  type ClientAction,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from '../../support/scripted-smtp.ts';

const mail = {
  from: 'me@example.org',
  to: 'ann@example.com',
  raw: Buffer.from('Subject: Hello\r\n\r\nGood day.\r\n'),
};

const withoutPipelining: ScriptedReply = { say: '250-mx.example.net\r\n250 AUTH PLAIN\r\n' };

/** What the worker is told when the dialogue goes as the script has it: what became of the mail, or why it was not tried. */
async function outcomeOf(server: ScriptedServer): Promise<unknown> {
  const smtp = { host: '127.0.0.1', port: server.port, secure: false, username: 'me' };
  try {
    const session = await openSmtp(
      { email: mail.from, smtp },
      { kind: 'password', password: 'secret' },
      'allow',
    );
    try {
      return await session.handOver(mail);
    } finally {
      session.close();
    }
  } catch (error) {
    if (!(error instanceof SmtpUnavailable)) throw error;

    return { kind: 'not tried', setback: error.setback };
  }
}

const unreachable = { kind: 'unreachable', smtpCode: null };
const notTried = { kind: 'not tried', setback: unreachable };
const notTaken = { kind: 'setback', setback: unreachable };
const unknown = { kind: 'unknown' };

const manners = ['close', 'reset'] as const;
const dialogues: readonly (readonly [string, Partial<Record<ClientAction, ScriptedReply>>])[] = [
  ['with pipelining', {}],
  ['a command at a time', { ehlo: withoutPipelining }],
];

describe.each(dialogues)('a connection that is lost, %s,', (_, usual) => {
  describe.each(manners)('by a %s', (ends) => {
    const cuts: readonly (readonly [string, Partial<Record<ClientAction, ScriptedReply>>, object])[] = [
      ['before the greeting', { greeting: { ends } }, notTried],
      ['in the middle of the greeting', { greeting: { say: '220 mx', ends } }, notTried],
      ['after EHLO', { ehlo: { ends } }, notTried],
      ['after AUTH', { auth: { ends } }, notTried],
      ['after MAIL', { mail: { ends } }, notTaken],
      ['in the middle of the answer to MAIL', { mail: { say: '250 2.', ends } }, notTaken],
      ['after RCPT', { rcpt: { ends } }, notTaken],
      ['after DATA', { data: { ends } }, notTaken],
      ['in the middle of 354', { data: { say: '35', ends } }, notTaken],
      ['at the first byte of the message', { body: { ends } }, unknown],
      ['after its last', { message: { ends } }, unknown],
      ['in the middle of the last answer', { message: { say: '250 2.0', ends } }, unknown],
    ];

    test.each(cuts)('%s', async (_name, script, outcome) => {
      const server = await startScriptedServer({ ...usual, ...script });

      expect(await outcomeOf(server)).toEqual(outcome);
      // What may be tried again has not arrived, not even in part.
      if (outcome !== unknown) expect(server.messages).toEqual([]);
    });
  });

  test('just after 354 leaves it open whether the message began, so it counts as begun', async () => {
    const server = await startScriptedServer({ ...usual, data: { say: '354 go on\r\n', ends: 'close' } });

    expect(await outcomeOf(server)).toEqual(unknown);
  });

  test('with half a refusal of the message is no refusal', async () => {
    const message: ScriptedReply = { say: '550 5.7.1 this is', ends: 'close' };

    expect(await outcomeOf(await startScriptedServer({ ...usual, message }))).toEqual(unknown);
  });

  test.each(['mail', 'rcpt', 'data', 'message'] as const)(
    'with 421 at %s is a refusal of the account',
    async (cue) => {
      const line: ScriptedReply = { say: '421 4.7.0 closing\r\n', ends: 'close' };

      expect(await outcomeOf(await startScriptedServer({ ...usual, [cue]: line }))).toEqual({
        kind: 'setback',
        setback: { kind: 'rate', smtpCode: 421 },
      });
    },
  );
});

describe('a mail that is taken', () => {
  test.each(dialogues)('is accepted, %s', async (_, usual) => {
    const server = await startScriptedServer(usual);

    expect(await outcomeOf(server)).toEqual({ kind: 'accepted' });
    expect(server.messages).toEqual([mail.raw.toString()]);
  });

  test('is accepted whatever the server does after its answer', async () => {
    const message: ScriptedReply = { say: '250 2.0.0 taken\r\n', ends: 'close' };

    expect(await outcomeOf(await startScriptedServer({ message }))).toEqual({ kind: 'accepted' });
  });
});

describe('what is said', () => {
  test('names the sender’s domain, and not this machine', async () => {
    const server = await startScriptedServer();
    await outcomeOf(server);

    expect(server.receivedLines[0]).toBe('EHLO example.org');
    expect(server.receivedLines.slice(2, 4)).toEqual([
      'MAIL FROM:<me@example.org>',
      'RCPT TO:<ann@example.com>',
    ]);
  });

  test('ends with QUIT, whose answer nobody waits for', async () => {
    const server = await startScriptedServer({ quit: {} });
    const startedAt = performance.now();
    await outcomeOf(server);

    expect(performance.now() - startedAt).toBeLessThan(900);
    while (!server.receivedLines.includes('QUIT')) await pause(5);
  });

  test('is one login, also when it is refused', async () => {
    const server = await startScriptedServer({ auth: { say: '535 5.7.8 no\r\n' } });

    expect(await outcomeOf(server)).toEqual({ kind: 'not tried', setback: { kind: 'auth', smtpCode: 535 } });
    expect(server.receivedLines.filter((line) => line.startsWith('AUTH'))).toHaveLength(1);
  });
});

test.each([
  ['550 5.1.1 no such user', 'rcpt', 'bounce'],
  ['452 4.2.2 full', 'rcpt', 'retry'],
  ['554 5.7.1 spam', 'message', 'fail'],
  ['451 4.3.0 later', 'message', 'retry'],
] as const)('a refusal of the mail says what it means for it: %s', async (reply, cue, verdict) => {
  const server = await startScriptedServer({ [cue]: { say: `${reply}\r\n` } });

  expect(await outcomeOf(server)).toMatchObject({
    ...{ kind: 'refused', verdict },
    refusal: { smtpCode: Number(reply.slice(0, 3)) },
  });
  // A server that takes a message for nobody gets an empty one.
  expect(server.messages.join('')).toBe(cue === 'message' ? mail.raw.toString() : '');
});
