import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextStep } from '#lib/executions/next-step.ts';

const steps = (...ids: string[]) => ids.map((id) => ({ id }));

describe('whoever has had some steps of a campaign', () => {
  const cases: [string, string[], string[], string | undefined, string?][] = [
    ['begins with the first when that is none', ['a', 'b'], [], 'a'],
    ['gets the one after the last of them', ['a', 'b', 'c'], ['a', 'b'], 'c'],
    ['has none left after the last', ['a', 'b'], ['a', 'b'], undefined],
    ['gets what was added behind', ['a', 'b', 'new'], ['a', 'b'], 'new'],
    ['does not get what was put in before', ['new', 'a', 'b'], ['a'], 'b'],
    ['gets what was put in right after', ['a', 'new', 'b'], ['a'], 'new'],
    ['gets nothing of what was moved before them', ['b', 'a', 'c'], ['a'], 'c'],
    ['gets what came next then, when all of them are gone', ['b', 'c'], ['a'], 'b', 'b'],
    ['gets what came next then, wherever it is now', ['x', 'c', 'b'], ['a'], 'b', 'b'],
    ['does not miss what is now right after the last of them', ['a', 'new', 'b'], ['a'], 'new', 'b'],
    ['goes on at the same place when what came next is gone too', ['x', 'y', 'z'], ['a'], 'y', 'b'],
    ['goes on at the same place when all were written anew', ['x', 'y', 'z'], ['a'], 'y'],
    ['has none left when no more than those were written anew', ['x'], ['a', 'b'], undefined],
  ];

  test.each(cases)('%s', (_, now, sentSteps, expected, nextStepId) => {
    expect(nextStep(steps(...now), { sentSteps, nextStepId })?.id).toBe(expected);
  });

  test('continues at the step that was chosen, then after the furthest that was sent', () => {
    const now = steps('new', 'a', 'b', 'c');

    expect(nextStep(now, { sentSteps: ['a'], continueAt: 'c' })?.id).toBe('c');
    expect(nextStep(now, { sentSteps: ['a', 'b'], continueAt: 'new' })?.id).toBe('new');
    expect(nextStep(now, { sentSteps: ['a', 'b', 'new'], continueAt: 'new' })?.id).toBe('c');
    expect(nextStep(now, { sentSteps: ['a'], continueAt: 'gone' })?.id).toBe('b');
  });

  test('never gets one of them again, however the steps were changed', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
    const stepId = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { nil: undefined });
    fc.assert(
      fc.property(ids, ids, stepId, stepId, (now, sentSteps, nextStepId, continueAt) => {
        fc.pre(!sentSteps.some((id) => id === nextStepId));
        const progress = { sentSteps, nextStepId, continueAt };
        expect(sentSteps).not.toContain(nextStep(steps(...now), progress)?.id);
      }),
    );
  });
});
