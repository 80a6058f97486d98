import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextStep } from '#lib/executions/next-step.ts';

const steps = (...ids: string[]) => ids.map((id) => ({ id }));

describe('whoever has had some steps of a campaign', () => {
  const cases: [string, string[], string[], string | undefined][] = [
    ['begins with the first when that is none', ['a', 'b'], [], 'a'],
    ['gets the one after the last of them', ['a', 'b', 'c'], ['a', 'b'], 'c'],
    ['has none left after the last', ['a', 'b'], ['a', 'b'], undefined],
    ['gets what was added behind', ['a', 'b', 'new'], ['a', 'b'], 'new'],
    ['does not get what was put in before', ['new', 'a', 'b'], ['a'], 'b'],
    ['gets what was put in right after', ['a', 'new', 'b'], ['a'], 'new'],
    ['gets nothing of what was moved before them', ['b', 'a', 'c'], ['a'], 'c'],
    ['goes on at the same place when all were written anew', ['x', 'y', 'z'], ['a'], 'y'],
    ['has none left when no more than those were written anew', ['x'], ['a', 'b'], undefined],
  ];

  test.each(cases)('%s', (_, now, sent, expected) => {
    expect(nextStep(steps(...now), sent)?.id).toBe(expected);
  });

  test('never gets one of them again, however the steps were changed', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
    fc.assert(
      fc.property(ids, ids, (now, sent) => {
        expect(sent).not.toContain(nextStep(steps(...now), sent)?.id);
      }),
    );
  });
});
