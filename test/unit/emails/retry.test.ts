import { expect, test } from 'vitest';
import { planRetry } from '#lib/emails/retry.ts';

const rejected = { isComplete: false, countsForRecipient: true };
/** The attempt after a number of rejections. */
const retryAfter = (attempts: number) => planRetry(attempts - 1, false, rejected, 1_000_000);

test.each([
  [1, 15],
  [2, 60],
  [3, 240],
  [4, 480],
  [7, 720],
])('after %i temporary rejections, an email is due again in %i minutes', (attempts, minutes) => {
  expect(retryAfter(attempts)).toEqual({ attempts, dueAt: 1_000_000 + minutes * 60_000 });
});

test.each([8, 9, 100])('after %i temporary rejections, an email is not tried again', (attempts) => {
  expect(retryAfter(attempts)).toBeUndefined();
});
