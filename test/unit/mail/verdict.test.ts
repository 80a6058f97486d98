import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRefusal } from '#lib/mail/refusal.ts';
import { judgeMail, judgeThreshold, type MailMoment, type Threshold } from '#lib/mail/verdict.ts';
import { mailReplies } from './mail-replies.ts';
import { thresholdReplies } from './threshold-replies.ts';

describe('before a mail is spoken of', () => {
  test.each(thresholdReplies)('%s, at %s, says %j, which means %s', (_, at, reply, verdict) => {
    expect(judgeThreshold(at, readRefusal(reply))).toBe(verdict);
  });
});

describe('of a mail', () => {
  test.each(mailReplies)('%s, at %s, says %j, which means %s', (_, at, reply, verdict) => {
    expect(judgeMail(at, readRefusal(reply))).toBe(verdict);
  });
});

const thresholds: readonly Threshold[] = ['greeting', 'ehlo', 'starttls', 'auth'];
const moments: readonly MailMoment[] = ['mail', 'rcpt', 'data', 'message'];
const digits = (max: number) => fc.integer({ min: 0, max });
const words = fc.constantFrom('', 'try again later', 'Greylisted', 'too many', 'daily limit', 'User unknown');
const refusal = fc
  .tuple(fc.constantFrom(4, 5), digits(59), fc.option(fc.tuple(digits(7), digits(130))), words)
  .map(([kind, rest, enhanced, text]) =>
    readRefusal(
      `${kind}${String(rest).padStart(2, '0')} ${enhanced ? `${kind}.${enhanced.join('.')} ` : ''}${text}`,
    ),
  );

describe('whatever a server says', () => {
  test('421 never ends a mail: the server closes on whoever comes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...moments), refusal, (at, said) => {
        expect(['rate', 'quota']).toContain(judgeMail(at, { ...said, smtpCode: 421 }));
      }),
    );
  });

  test('what is refused for now ends nobody, and stops no account for good', () => {
    fc.assert(
      fc.property(fc.constantFrom(...moments), refusal, (at, said) => {
        fc.pre(said.smtpCode < 500);
        expect(['retry', 'rate', 'quota']).toContain(judgeMail(at, said));
      }),
    );
  });

  test('an answer to MAIL is of the sender, and never says that nobody is at the address', () => {
    fc.assert(
      fc.property(refusal, (said) => {
        expect(['bounce', 'retry']).not.toContain(judgeMail('mail', said));
      }),
    );
  });

  test('only what the login is refused for, for good, stops an account before a mail', () => {
    fc.assert(
      fc.property(fc.constantFrom(...thresholds), refusal, (at, said) => {
        const isStopped = judgeThreshold(at, said) === 'auth';
        expect(isStopped && (at !== 'auth' || said.smtpCode < 500)).toBe(false);
      }),
    );
  });
});
