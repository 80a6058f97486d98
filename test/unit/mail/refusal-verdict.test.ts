import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRefusal } from '#lib/mail/refusal.ts';
import {
  classifyMailRefusal,
  classifySessionRefusal,
  classifyTransactionRefusal,
  describeLoginRefusal,
  type SessionPhase,
  type TransactionPhase,
} from '#lib/mail/refusal-verdict.ts';
import { sessionReplies } from './session-replies.ts';
import { mailReplies, transactionReplies } from './transaction-replies.ts';

describe('a refusal before MAIL', () => {
  test.each(sessionReplies)('from %s in the %s phase, %j means %s', (_, phase, reply, failure) => {
    expect(classifySessionRefusal(phase, readRefusal(reply))).toBe(failure);
  });
});

describe('a refusal of MAIL', () => {
  test.each(mailReplies)('from %s, %j means %s', (_, reply, failure) => {
    expect(classifyMailRefusal(readRefusal(reply)) ?? 'message').toBe(failure);
  });
});

describe('a refusal of a message', () => {
  test.each(transactionReplies)('from %s in the %s phase, %j means %s', (_, phase, reply, verdict) => {
    const { kind, accountKind } = classifyTransactionRefusal(phase, readRefusal(reply));

    expect(accountKind ? `${kind} ${accountKind}` : kind).toBe(verdict);
  });
});

describe('a rejected login', () => {
  test.each([
    [
      '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant. Visit https://aka.ms/smtp_auth_disabled for more information.',
      'aka.ms/smtp_auth_disabled',
    ],
    [
      '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Mailbox.',
      'aka.ms/smtp_auth_disabled',
    ],
    ['550 5.7.30 Basic authentication is not supported for Client Submission.', 'signing in with Microsoft'],
    [
      '535 5.7.139 Authentication unsuccessful, basic authentication is disabled.',
      'signing in with Microsoft',
    ],
  ])('names the setting that %j requires', (reply, setting) => {
    expect(describeLoginRefusal(readRefusal(reply))).toContain(setting);
  });

  test.each([
    '535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6',
    '535 5.7.3 Authentication unsuccessful',
  ])('is not quoted: %j', (reply) => {
    expect(describeLoginRefusal(readRefusal(reply))).toBeNull();
  });
});

const sessionPhases: readonly SessionPhase[] = ['greeting', 'ehlo', 'starttls', 'auth'];
const transactionPhases: readonly TransactionPhase[] = ['rcpt', 'data', 'message'];
const digits = (max: number) => fc.integer({ min: 0, max });
const words = fc.constantFrom('', 'try again later', 'Greylisted', 'too many', 'daily limit', 'User unknown');
const refusal = fc
  .tuple(fc.constantFrom(4, 5), digits(59), fc.option(fc.tuple(digits(7), digits(130))), words)
  .map(([kind, rest, enhanced, text]) =>
    readRefusal(
      `${kind}${String(rest).padStart(2, '0')} ${enhanced ? `${kind}.${enhanced.join('.')} ` : ''}${text}`,
    ),
  );

describe('any refusal', () => {
  test('with a temporary code is retried', () => {
    fc.assert(
      fc.property(fc.constantFrom(...transactionPhases), refusal, (phase, reply) => {
        fc.pre(reply.smtpCode < 500);
        expect(classifyTransactionRefusal(phase, reply).kind).toBe('retry');
      }),
    );
  });

  test('with an invalid address names no failure of the account', () => {
    fc.assert(
      fc.property(fc.constantFrom(...transactionPhases), refusal, (phase, reply) => {
        const { kind, accountKind } = classifyTransactionRefusal(phase, reply);
        expect(kind === 'bounce' && accountKind !== undefined).toBe(false);
      }),
    );
  });

  test('before MAIL stops the account only if the login is permanently rejected', () => {
    fc.assert(
      fc.property(fc.constantFrom(...sessionPhases), refusal, (phase, reply) => {
        const isStopped = classifySessionRefusal(phase, reply) === 'auth';
        expect(isStopped && (phase !== 'auth' || reply.smtpCode < 500)).toBe(false);
      }),
    );
  });
});
