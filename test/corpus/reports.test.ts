import { beforeAll, describe, expect, test } from 'vitest';
import { findingOf, ours } from '../unit/inbox/mails.ts';
import { samples } from './samples/samples.ts';
import { type Figures, figuresOf, isFailure, type Outcome, outcomesOf } from './support/figures.ts';
import { corpus, hasCorpus, readCorpus } from './support/read-corpus.ts';

describe('A report laid out like those of', () => {
  test.each(samples)('$system means $kind ($reason)', async ({ raw, kind, reason, address }) => {
    const finding = await findingOf(raw);

    expect(finding.kind).toBe(kind);
    if (!('bounces' in finding)) return;
    expect(finding.bounces[0]).toMatchObject({
      ...{ reason, mentions: [ours] },
      addresses: address === null ? [] : expect.arrayContaining([address]),
    });
  });
});

if (!hasCorpus) {
  process.stdout.write(`${corpus} does not exist: reports of real mail systems are not measured.\n`);
}

describe.skipIf(!hasCorpus)('Of the reports of real mail systems', () => {
  let outcomes: Outcome[] = [];
  let figures: Figures;

  beforeAll(async () => {
    outcomes = (await Promise.all(readCorpus().map(outcomesOf))).flat();
    figures = figuresOf(outcomes);
    process.stdout.write(`reports of real mail systems: ${JSON.stringify(figures)}\n`);
  });

  test('at least 98 % of those that name a message by its id are linked to it', () => {
    expect(figures.linked / figures.namingOurs).toBeGreaterThanOrEqual(0.98);
  });

  test('at least 97 % of all are linked: by the id, or by the recipient', () => {
    const { linked, linkedByRecipient, failedRecipients } = figures;

    expect((linked + linkedByRecipient) / failedRecipients).toBeGreaterThanOrEqual(0.97);
  });

  test('at least 85 % of those about an address that is gone are hard bounces', () => {
    expect(figures.goneJudgedHard / figures.gone).toBeGreaterThanOrEqual(0.85);
  });

  test('none about policy, spam, rates, size, full mailboxes, senders or delays is a hard bounce', () => {
    expect(figures.softJudgedHard).toEqual([]);
  });

  test('none is taken for a reply', () => {
    expect(figures.takenForReplies).toEqual([]);
  });

  test('all complaints that name a message are complaints, and no report about authentication is', () => {
    const feedback = outcomes.filter((each) => !isFailure(each) && each.label.reason === 'feedback');
    const missed = feedback.filter(({ namesOurs, kind }) => namesOurs && kind !== 'complaint');

    // `Feedback-Type: auth-failure` (RFC 6591).
    expect(missed.map(({ name }) => name)).toEqual(['arf-18.eml']);
  });

  test('none about success is a bounce', () => {
    const delivered = outcomes.filter(({ label }) => label.reason === 'delivered');

    expect(delivered.filter(({ kind }) => kind === 'hard_bounce' || kind === 'soft_bounce')).toEqual([]);
  });
});
