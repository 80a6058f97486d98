import { expect, test } from 'vitest';
import { blanksOf, fill, findSequence } from '../../../infra/dashboard/pages/campaigns/sequences/blanks.ts';
import {
  type Sequence,
  sequences,
  toSteps,
} from '../../../infra/dashboard/pages/campaigns/sequences/sequences.ts';

const byName = sequences.map((sequence) => [sequence.name, sequence] as const);

/** The steps as the service stores them. */
const stepsOf = (sequence: Sequence) =>
  toSteps(sequence).map((step) => ({
    ...step,
    variants: step.variants.map((each) => ({ ...each })),
  })) as never;

test.each(byName)(
  '“%s” has no words that vary: the page of the first campaign shows one recipient',
  (_, { emails }) => {
    const source = emails.map(({ subject, text }) => `${subject}\n${text}`).join('\n');

    expect(source.replaceAll(/\{\{[^}]*\}\}/gu, '')).not.toMatch(/[{}|]/u);
  },
);

test.each(byName)('the steps of “%s” are recognised, also with texts in the blanks', (_, sequence) => {
  expect(findSequence(stepsOf(sequence))).toEqual({
    sequence,
    values: {},
    missing: blanksOf(sequence).length > 0,
  });

  const values = Object.fromEntries(blanksOf(sequence).map((blank, index) => [blank, `text${index}`]));
  const filled = fill(sequence, values);
  expect(findSequence(stepsOf(filled))).toEqual({ sequence, values, missing: false });
  expect(JSON.stringify(filled.emails)).not.toContain('[text');
});

test('a sequence with a changed sentence is the user’s own text', () => {
  const [sequence] = sequences;
  if (!sequence) throw new Error('there is no sequence');
  const changed = sequence.emails.map((email) => ({ ...email, text: email.text.replace('Hi ', 'Hello ') }));

  expect(findSequence(stepsOf({ ...sequence, emails: changed }))).toBeUndefined();
  expect(findSequence([])).toBeUndefined();
});
