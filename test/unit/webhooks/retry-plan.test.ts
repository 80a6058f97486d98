import { describe, expect, test } from 'vitest';
import { nextAttempt, statusAfter } from '#lib/webhooks/retry-plan.ts';

describe('after a failed attempt, as the specification’s table says,', () => {
  test.each([
    [1, 60],
    [2, 5 * 60],
    [3, 30 * 60],
    [4, 2 * 3600],
  ])('number %i, the next follows in %i seconds', (attempt, seconds) => {
    expect(nextAttempt(attempt, 1000)).toEqual({ kind: 'retry', dueAt: 1000 + seconds * 1000 });
  });

  test.each([5, 6, 100])('number %i, no other follows', (attempt) => {
    expect(nextAttempt(attempt, 1000)).toEqual({ kind: 'exhausted' });
  });
});

describe('an endpoint', () => {
  const expected = Array.from({ length: 41 }, (_, failures) => {
    if (failures < 5) return 'healthy';

    return failures < 20 ? 'failing' : 'disabled';
  });

  test('is failing from its 5th consecutive failure and disabled from its 20th', () => {
    expect(expected.map((_, failures) => statusAfter(failures))).toEqual(expected);
    expect([statusAfter(4), statusAfter(5), statusAfter(19), statusAfter(20)]).toEqual([
      'healthy',
      'failing',
      'failing',
      'disabled',
    ]);
  });
});
