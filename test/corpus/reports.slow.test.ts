import { beforeAll, describe, expect, test } from 'vitest';
import { classificationOf, ours } from '../unit/inbox/messages.ts';
import { samples } from './samples/samples.ts';
import { type Figures, figuresOf, isFailure, type Outcome, outcomesOf } from './support/figures.ts';
import { corpus, hasCorpus, readCorpus } from './support/read-corpus.ts';

describe('A report in the layout of', () => {
  test.each(samples)('$system means $kind ($reason)', async ({ raw, kind, reason, address }) => {
    const finding = await classificationOf(raw);

    expect(finding.kind).toBe(kind);
    if (!('bounces' in finding)) return;
    expect(finding.bounces[0]).toMatchObject({
      reason,
      mentions: [ours],
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

  test('links at least 98 % of the reports with a message’s id to this message', () => {
    expect(figures.linked / figures.namingOurs).toBeGreaterThanOrEqual(0.98);
  });

  test('links at least 97 % of all reports by the id or by the recipient', () => {
    const { linked, linkedByRecipient, failedRecipients } = figures;

    expect((linked + linkedByRecipient) / failedRecipients).toBeGreaterThanOrEqual(0.97);
  });

  test('classifies at least 95 % of the reports about an invalid address as hard bounces', () => {
    expect(figures.goneJudgedHard / figures.gone).toBeGreaterThanOrEqual(0.95);
  });

  test('classifies no report about policy, spam, rates, size, full mailboxes, senders or delays as a hard bounce', () => {
    expect(figures.softJudgedHard).toEqual([]);
  });

  test('classifies no report as a reply', () => {
    expect(figures.takenForReplies).toEqual([]);
  });

  test('classifies all complaints with a message’s id as complaints, and no authentication report', () => {
    const feedback = outcomes.filter((each) => !isFailure(each) && each.label.reason === 'feedback');
    const missed = feedback.filter(({ namesOurs, kind }) => namesOurs && kind !== 'complaint');

    // `Feedback-Type: auth-failure` (RFC 6591).
    expect(missed.map(({ name }) => name)).toEqual(['arf-18.eml']);
  });

  test('classifies no success report as a bounce', () => {
    const delivered = outcomes.filter(({ label }) => label.reason === 'delivered');

    expect(delivered.filter(({ kind }) => kind === 'hard_bounce' || kind === 'soft_bounce')).toEqual([]);
  });
});
