import { expect, test } from 'vitest';
import { Step } from '#lib/campaigns/state/step.ts';
import { chooseVariant } from '#lib/emails/rendering/variant.ts';
import { newId } from '#lib/values/ids.ts';

const step = (...weights: [number, boolean][]) =>
  Step.parse({
    id: newId('stp', 0),
    type: 'email',
    delay: { value: 0, unit: 'days' },
    thread: 'new',
    businessDaysOnly: true,
    variants: weights.map(([weight, enabled]) => ({ id: newId('var', 0), bodyText: 'x', weight, enabled })),
  });
const executions = Array.from({ length: 4000 }, () => newId('exe', 0));

function sharesOf(of: Step): number[] {
  const chosen = executions.map((id) => chooseVariant(of, id, [])?.id);

  return of.variants.map(({ id }) => chosen.filter((each) => each === id).length / executions.length);
}

test('an execution gets the same variant of a step every time', () => {
  const two = step([50, true], [50, true]);

  for (const id of executions.slice(0, 50))
    expect(chooseVariant(two, id, [])).toBe(chooseVariant(two, id, []));
});

test.each([
  [
    [
      [30, true],
      [10, true],
    ],
    [0.75, 0.25],
  ],
  [
    [
      [30, true],
      [10, false],
    ],
    [1, 0],
  ],
  [
    [
      [0, true],
      [10, true],
    ],
    [0, 1],
  ],
  [
    [
      [0, true],
      [0, true],
    ],
    [0.5, 0.5],
  ],
] as [[number, boolean][], number[]][])('variants %j have the shares %j', (weights, shares) => {
  for (const [position, share] of sharesOf(step(...weights)).entries()) {
    expect(Math.abs(share - (shares[position] ?? Number.NaN))).toBeLessThan(0.05);
  }
});

test('no variant is chosen if all are disabled', () => {
  expect(chooseVariant(step([100, false]), 'exe_1', [])).toBeUndefined();
});
