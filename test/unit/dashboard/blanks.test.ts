import { expect, test } from 'vitest';
import {
  blanksOf,
  fill,
  findSequence,
  sentenceWith,
} from '../../../infra/dashboard/pages/campaigns/sequences/blanks.ts';
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

test.each(byName)(
  'each email of “%s” continues with a capital letter after its greeting',
  (_, { emails }) => {
    for (const { text } of emails) expect(text).not.toMatch(/^(?:Hi|Hello|Dear)\b.*,\n\n\p{Ll}/u);
  },
);

test('a sentence in a blank has one full stop', () => {
  const sequence = sequences.find(({ id }) => id === 'right-person');
  if (!sequence) throw new Error('there is no such sequence');
  const blank = '[one sentence about your offer]';
  const filled = fill(sequence, { [blank]: 'We find return loads. ', '[topic]': 'Inc.' });

  expect(filled.emails[0]?.text).toContain('The reason: We find return loads.\n');
  expect(filled.emails[0]?.subject).toBe('Who is responsible for Inc.?');
  expect(findSequence(stepsOf(filled))?.values).toEqual({
    [blank]: 'We find return loads',
    '[topic]': 'Inc.',
  });
  expect(sentenceWith(sequence, blank)).toBe('[one sentence about your offer].');
});

test('a sequence with a changed sentence is the user’s own text', () => {
  const [sequence] = sequences;
  if (!sequence) throw new Error('there is no sequence');
  const changed = sequence.emails.map((email) => ({ ...email, text: email.text.replace('Hi ', 'Hello ') }));

  expect(findSequence(stepsOf({ ...sequence, emails: changed }))).toBeUndefined();
  expect(findSequence([])).toBeUndefined();
});
