import { describe, expect, test } from 'vitest';
import { nextAttempt, statusAfter } from '#lib/webhooks/delivery/retry-plan.ts';

const failed = (
  attempt: number,
  statusCode: number | null = 500,
  retryAfterSeconds: number | null = null,
) => ({
  attempt,
  statusCode,
  retryAfterSeconds,
});

describe('after a failed attempt, as the specification’s table says,', () => {
  test.each([
    [1, 60],
    [2, 5 * 60],
    [3, 30 * 60],
    [4, 2 * 3600],
  ])('number %i, the next follows in %i seconds', (attempt, seconds) => {
    expect(nextAttempt(failed(attempt), 1000)).toEqual({ kind: 'retry', dueAt: 1000 + seconds * 1000 });
  });

  test.each([5, 6, 100])('number %i, none follows', (attempt) => {
    expect(nextAttempt(failed(attempt), 1000)).toEqual({ kind: 'exhausted' });
  });

  test.each([
    ['429 may request a longer delay', 429, 90, 90],
    ['503 may request a longer delay', 503, 600, 600],
    ['a shorter delay is ignored', 429, 5, 60],
    ['more than two hours are capped', 503, 86_400, 7200],
    ['a 500 cannot request a delay', 500, 600, 60],
    ['a past time changes nothing', 429, 0, 60],
  ])('%s', (_, status, asked, seconds) => {
    expect(nextAttempt(failed(1, status, asked), 1000)).toEqual({
      kind: 'retry',
      dueAt: 1000 + seconds * 1000,
    });
  });

  test('a longer delay adds no further attempt', () => {
    expect(nextAttempt(failed(5, 429, 90), 1000)).toEqual({ kind: 'exhausted' });
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
