import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRefusal } from '#lib/mail/refusal.ts';
import {
  classifySessionRefusal,
  classifyTransactionRefusal,
  type SessionPhase,
  type TransactionPhase,
} from '#lib/mail/refusal-verdict.ts';
import { sessionReplies } from './session-replies.ts';
import { transactionReplies } from './transaction-replies.ts';

describe('a refusal before MAIL', () => {
  test.each(sessionReplies)('from %s in the %s phase, %j means %s', (_, phase, reply, verdict) => {
    expect(classifySessionRefusal(phase, readRefusal(reply))).toBe(verdict);
  });
});

describe('a refusal of a message', () => {
  test.each(transactionReplies)('from %s in the %s phase, %j means %s', (_, phase, reply, verdict) => {
    expect(classifyTransactionRefusal(phase, readRefusal(reply))).toBe(verdict);
  });
});

const sessionPhases: readonly SessionPhase[] = ['greeting', 'ehlo', 'starttls', 'auth'];
const transactionPhases: readonly TransactionPhase[] = ['mail', 'rcpt', 'data', 'message'];
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
  test('with 421 does not end the execution, because the server closes the connection for all clients', () => {
    fc.assert(
      fc.property(fc.constantFrom(...transactionPhases), refusal, (phase, reply) => {
        expect(['rate', 'quota']).toContain(classifyTransactionRefusal(phase, { ...reply, smtpCode: 421 }));
      }),
    );
  });

  test('with a temporary code neither ends an execution nor stops an account permanently', () => {
    fc.assert(
      fc.property(fc.constantFrom(...transactionPhases), refusal, (phase, reply) => {
        fc.pre(reply.smtpCode < 500);
        expect(['retry', 'rate', 'quota']).toContain(classifyTransactionRefusal(phase, reply));
      }),
    );
  });

  test('of MAIL concerns the sender, and is never a bounce', () => {
    fc.assert(
      fc.property(refusal, (reply) => {
        expect(['bounce', 'retry']).not.toContain(classifyTransactionRefusal('mail', reply));
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
