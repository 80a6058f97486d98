import { expect, test } from 'vitest';
import { relativeTime } from '../../../infra/dashboard/components/relative-time.ts';

/** Local times: 5 December 2026 is a Saturday. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 11, day, hour, minute);

test.each([
  ['tomorrow', at(5, 23), at(6, 23)],
  ['in 2 days', at(5, 23, 45), at(7, 9)],
  ['in 3 days', at(4, 22), at(7, 9)],
  ['yesterday', at(6, 9), at(5, 9)],
  ['2 days ago', at(7, 9), at(5, 23, 45)],
  ['in 9 hours', at(5, 23, 45), at(6, 9)],
  ['5 minutes ago', at(5, 9, 5), at(5, 9)],
  ['in a moment', at(5, 9), new Date(at(5, 9).getTime() + 1)],
  ['just now', at(5, 9), at(5, 9)],
])('%s', (text, now, time) => {
  expect(relativeTime(time, now.getTime())).toBe(text);
});
