import { expect, test } from 'vitest';
import { retryAt } from '#lib/executions/execution.ts';

test.each([
  [1, 15],
  [2, 60],
  [3, 240],
  [4, 480],
  [7, 720],
])('after %i temporary rejections, an email is due again in %i minutes', (attempts, minutes) => {
  expect(retryAt(attempts, 1_000_000)).toBe(1_000_000 + minutes * 60_000);
});

test.each([8, 9, 100])('after %i temporary rejections, an email is not tried again', (attempts) => {
  expect(retryAt(attempts, 1_000_000)).toBeUndefined();
});
