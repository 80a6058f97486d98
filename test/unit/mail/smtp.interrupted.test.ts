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

/** The result of sending a message to a scripted server, or the reason why the session failed before MAIL. */
async function outcomeOf(server: ScriptedServer, message = mail): Promise<unknown> {
  const smtp = { host: '127.0.0.1', port: server.port, secure: false, username: 'me' };
  try {
    const session = await openSmtp(
      { email: mail.from, smtp },
      { kind: 'password', password: 'secret' },
      'allow',
    );
    try {
      return await session.send(message);
    } finally {
      session.close();
    }
  } catch (error) {
    if (!(error instanceof SmtpUnavailable)) throw error;

    return { kind: 'session failed', failure: error.failure };
  }
}

const unreachable = { kind: 'unreachable', smtpCode: null };
const failedSession = { kind: 'session failed', failure: unreachable };
const notAccepted = { kind: 'send_failure', failure: unreachable };
const unknown = { kind: 'unknown' };

const endings = ['close', 'reset'] as const;
const dialogues: readonly (readonly [string, Partial<Record<ClientAction, ScriptedReply>>])[] = [
  ['with pipelining', {}],
  ['without pipelining', { ehlo: withoutPipelining }],
];

describe.each(dialogues)('a connection that is lost %s', (_, replies) => {
  describe.each(endings)('with a %s', (ends) => {
    const cases: readonly (readonly [string, Partial<Record<ClientAction, ScriptedReply>>, object])[] = [
      ['before the greeting', { greeting: { ends } }, failedSession],
      ['in the middle of the greeting', { greeting: { say: '220 mx', ends } }, failedSession],
      ['after EHLO', { ehlo: { ends } }, failedSession],
      ['after AUTH', { auth: { ends } }, failedSession],
      ['after MAIL', { mail: { ends } }, notAccepted],
      ['in the middle of the reply to MAIL', { mail: { say: '250 2.', ends } }, notAccepted],
      ['after RCPT', { rcpt: { ends } }, notAccepted],
      ['after DATA', { data: { ends } }, notAccepted],
      ['in the middle of 354', { data: { say: '35', ends } }, notAccepted],
      ['at the first byte of the message', { body: { ends } }, unknown],
      ['after its last', { message: { ends } }, unknown],
      ['in the middle of the last reply', { message: { say: '250 2.0', ends } }, unknown],
    ];

    test.each(cases)('%s', async (_name, script, outcome) => {
      const server = await startScriptedServer({ ...replies, ...script });

      expect(await outcomeOf(server)).toEqual(outcome);
      // A message that may be sent again was not delivered.
      if (outcome !== unknown) expect(server.messages).toEqual([]);
    });
  });

  test('has an unknown outcome after 354, because the message may have been sent', async () => {
    const server = await startScriptedServer({ ...replies, data: { say: '354 go on\r\n', ends: 'close' } });

    expect(await outcomeOf(server)).toEqual(unknown);
  });

  test('has an unknown outcome after an incomplete rejection of the message', async () => {
    const message: ScriptedReply = { say: '550 5.7.1 this is', ends: 'close' };

    expect(await outcomeOf(await startScriptedServer({ ...replies, message }))).toEqual(unknown);
  });

  const closing: ScriptedReply = { say: '421 4.7.0 closing\r\n', ends: 'close' };

  test('with 421 to MAIL is a failure of the account, with the words of the server', async () => {
    expect(await outcomeOf(await startScriptedServer({ ...replies, mail: closing }))).toEqual({
      kind: 'send_failure',
      failure: { kind: 'unreachable', smtpCode: 421, serverReply: '421 4.7.0 closing' },
    });
  });

  test.each(['rcpt', 'data', 'message'] as const)(
    'with 421 in the %s phase is retried, and may concern the account',
    async (phase) => {
      const server = await startScriptedServer({ ...replies, [phase]: closing });

      expect(await outcomeOf(server)).toMatchObject({
        kind: 'refused',
        verdict: { kind: 'retry', accountKind: 'unreachable' },
      });
    },
  );
});

describe('an accepted message', () => {
  test.each(dialogues)('is reported as accepted %s', async (_, replies) => {
    const server = await startScriptedServer(replies);

    expect(await outcomeOf(server)).toEqual({ kind: 'accepted' });
    expect(server.messages).toEqual([mail.raw.toString()]);
  });

  test('is reported as accepted if the server disconnects after its reply', async () => {
    const message: ScriptedReply = { say: '250 2.0.0 taken\r\n', ends: 'close' };

    expect(await outcomeOf(await startScriptedServer({ message }))).toEqual({ kind: 'accepted' });
  });
});

describe('an SMTP session', () => {
  test('sends the sender’s domain in EHLO instead of the host name', async () => {
    const server = await startScriptedServer();
    await outcomeOf(server);

    expect(server.receivedLines[0]).toBe('EHLO example.org');
    expect(server.receivedLines.slice(2, 4)).toEqual([
      'MAIL FROM:<me@example.org>',
      'RCPT TO:<ann@example.com>',
    ]);
  });

  test('ends with QUIT, and does not wait for the reply', async () => {
    const server = await startScriptedServer({ quit: {} });
    const startedAt = performance.now();
    await outcomeOf(server);

    expect(performance.now() - startedAt).toBeLessThan(900);
    while (!server.receivedLines.includes('QUIT')) await pause(5);
  });

  test('tries one login only, even if it is rejected', async () => {
    const server = await startScriptedServer({ auth: { say: '535 5.7.8 no\r\n' } });

    expect(await outcomeOf(server)).toEqual({
      kind: 'session failed',
      failure: { kind: 'auth', smtpCode: 535, settingToChange: null },
    });
    expect(server.receivedLines.filter((line) => line.startsWith('AUTH'))).toHaveLength(1);
  });
});

test.each([
  ['550 5.1.1 no such user', 'rcpt', 'bounce'],
  ['452 4.2.2 full', 'rcpt', 'retry'],
  ['554 5.7.1 spam', 'message', 'fail'],
  ['451 4.3.0 later', 'message', 'retry'],
] as const)('classifies a rejection of the message: %s', async (reply, phase, verdict) => {
  const server = await startScriptedServer({ [phase]: { say: `${reply}\r\n` } });

  expect(await outcomeOf(server)).toMatchObject({
    kind: 'refused',
    verdict: { kind: verdict },
    refusal: { smtpCode: Number(reply.slice(0, 3)) },
  });
  // The message is sent only if the server accepted a recipient.
  expect(server.messages.join('')).toBe(phase === 'message' ? mail.raw.toString() : '');
});

test('an address with other characters than ASCII goes only to a server with SMTPUTF8', async () => {
  const to = 'jürgen@example.com';
  const server = await startScriptedServer();
  const utf8 = await startScriptedServer({
    ehlo: { say: '250-mx.example.net\r\n250-SMTPUTF8\r\n250 AUTH PLAIN\r\n' },
  });

  expect(await outcomeOf(server, { ...mail, to })).toMatchObject({
    kind: 'refused',
    verdict: { kind: 'fail' },
    refusal: { enhancedCode: '5.6.7' },
  });
  expect(server.receivedLines.filter((line) => line.startsWith('MAIL'))).toEqual([]);
  expect(await outcomeOf(utf8, { ...mail, to })).toMatchObject({ kind: 'accepted' });
});
