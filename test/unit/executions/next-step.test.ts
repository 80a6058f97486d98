import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextStep } from '#lib/executions/next-step.ts';

const steps = (...ids: string[]) => ids.map((id) => ({ id }));

describe('the next step of an execution', () => {
  const cases: [string, string[], string[], string | undefined, string?][] = [
    ['is the first step before any email', ['a', 'b'], [], 'a'],
    ['is the step after the last sent step', ['a', 'b', 'c'], ['a', 'b'], 'c'],
    ['does not exist after the last step', ['a', 'b'], ['a', 'b'], undefined],
    ['is a step that was appended', ['a', 'b', 'new'], ['a', 'b'], 'new'],
    ['is not a step that was inserted before a sent step', ['new', 'a', 'b'], ['a'], 'b'],
    ['is a step that was inserted after the last sent step', ['a', 'new', 'b'], ['a'], 'new'],
    ['is not a step that was moved before the sent steps', ['b', 'a', 'c'], ['a'], 'c'],
    ['is the former next step when all sent steps were deleted', ['b', 'c'], ['a'], 'b', 'b'],
    ['is the former next step at any position', ['x', 'c', 'b'], ['a'], 'b', 'b'],
    ['is an inserted step instead of the former next step', ['a', 'new', 'b'], ['a'], 'new', 'b'],
    ['keeps its position when the former next step was deleted too', ['x', 'y', 'z'], ['a'], 'y', 'b'],
    ['keeps its position when all steps were replaced', ['x', 'y', 'z'], ['a'], 'y'],
    ['does not exist when fewer steps replaced the sent ones', ['x'], ['a', 'b'], undefined],
  ];

  test.each(cases)('%s', (_, now, sentSteps, expected, nextStepId) => {
    expect(nextStep(steps(...now), { sentSteps, nextStepId })?.id).toBe(expected);
  });

  test('is the step chosen to continue at, then the step after the last sent step', () => {
    const now = steps('new', 'a', 'b', 'c');

    expect(nextStep(now, { sentSteps: ['a'], continueAt: 'c' })?.id).toBe('c');
    expect(nextStep(now, { sentSteps: ['a', 'b'], continueAt: 'new' })?.id).toBe('new');
    expect(nextStep(now, { sentSteps: ['a', 'b', 'new'], continueAt: 'new' })?.id).toBe('c');
    expect(nextStep(now, { sentSteps: ['a'], continueAt: 'gone' })?.id).toBe('b');
  });

  test('is never a step that was already sent, after any change of the steps', () => {
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
