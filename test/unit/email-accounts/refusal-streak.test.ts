import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addRefusal } from '#lib/email-accounts/refusals/streak.ts';
import { planRetry } from '#lib/emails/retry.ts';
import { readRefusal } from '#lib/mail/refusal.ts';
import { classifyTransactionRefusal, type TransactionPhase } from '#lib/mail/refusal-verdict.ts';
import { refusalCorpus } from '../mail/refusal-corpus.ts';
import { mailReplies, transactionReplies } from '../mail/transaction-replies.ts';

const now = Date.parse('2026-11-20T15:00:00.000Z');

/** Contacts that one account writes to, over a server that replies as given. */
class Simulation {
  refusals: string | undefined;
  hasStopped = false;
  readonly attempts = new Map<string, number>();
  readonly failed = new Set<string>();
  readonly rejected = new Set<string>();

  /** @param reply undefined: the connection is lost after the message */
  refuse(contact: string, phase: TransactionPhase, reply: string): void {
    if (this.failed.has(contact)) return;
    const { kind, accountKind } = classifyTransactionRefusal(phase, readRefusal(reply));
    // An invalid address suppresses its contact and says nothing about the account.
    if (kind === 'bounce') return;
    const refused = { recipient: contact, namesAccount: accountKind !== undefined };
    const { refusals, ...step } = addRefusal(this.refusals, refused);
    this.refusals = refusals;
    this.hasStopped ||= step.isComplete;
    const isPermanent = kind === 'fail';
    const isFinal = isPermanent && this.rejected.has(contact);
    const retry = planRetry(this.attempts.get(contact) ?? 0, isFinal, step, now);
    if (retry) this.attempts.set(contact, retry.attempts);
    else this.failed.add(contact);
    if (isPermanent && step.countsForRecipient && !step.isComplete) this.rejected.add(contact);
  }

  accept(): void {
    this.refusals = undefined;
  }
}

const known = [
  ...transactionReplies.map(([, , reply]) => reply),
  ...refusalCorpus.map(([, , reply]) => reply),
  ...mailReplies.map(([, reply]) => reply),
];
const invented = fc
  .tuple(
    fc.integer({ min: 400, max: 599 }),
    fc.option(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 800 }))),
    fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.constantFrom(
        'relay denied',
        'sender address rejected',
        'daily limit',
        'too many',
        'not authorized to send',
      ),
    ),
  )
  .map(
    ([code, status, text]) =>
      `${code} ${status ? `${Math.floor(code / 100)}.${status.join('.')} ` : ''}${text}`,
  );
const reply = fc.oneof(fc.constantFrom(...known), invented);
const phase = fc.constantFrom<TransactionPhase>('rcpt', 'data', 'message');

describe('an account', () => {
  test('is never stopped by replies to one recipient, with any texts and in any phases', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(phase, reply), { minLength: 1, maxLength: 30 }), (replies) => {
        const simulation = new Simulation();
        for (const [at, text] of replies) simulation.refuse('one', at, text);

        expect(simulation.hasStopped).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(known)('is not stopped by %j to one recipient', (text) => {
    for (const at of ['rcpt', 'data', 'message'] as const) {
      const simulation = new Simulation();
      for (let time = 0; time < 20; time++) simulation.refuse('one', at, text);

      expect(simulation.hasStopped).toBe(false);
    }
  });

  test('that its server rejects uses up at most three contacts until an email is accepted', () => {
    const contact = fc.integer({ min: 0, max: 40 }).map(String);
    fc.assert(
      fc.property(fc.array(fc.tuple(contact, phase, reply), { maxLength: 400 }), (replies) => {
        const simulation = new Simulation();
        for (const [to, at, text] of replies) simulation.refuse(to, at, text);

        expect(simulation.failed.size).toBeLessThanOrEqual(3);
      }),
      { numRuns: 500 },
    );
  });

  test('stops at the third recipient in a row, or at the second if their replies name the account', () => {
    const unknown = new Simulation();
    const naming = new Simulation();
    for (const [index, contact] of ['a', 'b', 'c'].entries()) {
      unknown.refuse(contact, 'message', '554 5.0.0 Nope');
      naming.refuse(contact, 'message', '550 5.4.5 Daily sending limit exceeded');

      expect([unknown.hasStopped, naming.hasStopped]).toEqual([index >= 2, index >= 1]);
    }
  });

  test('with an accepted email in between continues, and the second permanent refusal of a contact is final', () => {
    const simulation = new Simulation();
    for (const contact of ['a', 'b', 'c', 'd', 'a', 'b']) {
      simulation.refuse(contact, 'rcpt', '550 5.7.1 Blocked');
      simulation.accept();
    }

    expect(simulation.hasStopped).toBe(false);
    expect([...simulation.failed]).toEqual(['a', 'b']);
  });
});
