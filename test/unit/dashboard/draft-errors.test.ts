import { expect, test } from 'vitest';
import { type Draft, emptyStep, patchOf } from '../../../infra/dashboard/pages/campaigns/editor/draft.ts';
import { draftErrors } from '../../../infra/dashboard/pages/campaigns/editor/draft-errors.ts';

/** One new email with a variant for each subject. */
function draftWith(...subjects: readonly string[]): Draft {
  const step = emptyStep(0);
  const variants = subjects.flatMap((subject) => step.variants.map((variant) => ({ ...variant, subject })));

  return { steps: [{ ...step, variants }], addContactIds: [], schedule: { windows: [] } } as unknown as Draft;
}

test.each([
  ['one variant', draftWith('')],
  ['two variants', draftWith('', '')],
])('an email with %s is neither saved nor an error until something is written', (_, draft) => {
  expect(draftErrors(draft)).toEqual({});
  expect(patchOf(draft, draftWith(''))).toEqual({});
});

test('a subject in one of two variants makes their missing texts errors', () => {
  expect(Object.keys(draftErrors(draftWith('Hello', '')))).toEqual([
    'steps[0].variants[0].bodyText',
    'steps[0].variants[1].bodyText',
  ]);
});
