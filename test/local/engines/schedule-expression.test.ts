import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  firstDueAt,
  nextDueAt,
  parseTiming,
} from '../../../infra/local/engines/scheduler/schedule-expression.ts';

const minuteMs = 60_000;

test('an at() is an instant in UTC', () => {
  expect(parseTiming('at(2026-03-29T12:00:00)')).toEqual({
    kind: 'once',
    atMs: Date.parse('2026-03-29T12:00:00Z'),
  });
});

test.each([
  ['rate(1 minute)', 1],
  ['rate(5 minutes)', 5],
  ['rate(2 hours)', 120],
  ['rate(1 day)', 1440],
])('%s fires every %i minutes', (expression, minutes) => {
  expect(parseTiming(expression)).toEqual({ kind: 'every', periodMs: minutes * minuteMs });
});

test.each([
  'at(2026-02-30T00:00:00)',
  'at(2026-01-01)',
  'at(2026-01-01T00:00:00Z)',
  'rate(0 minutes)',
  'rate(1.5 hours)',
  'rate(5 seconds)',
  'cron(0 9 * * ? *)',
  '',
])('%s is not supported', (expression) => {
  expect(parseTiming(expression)).toBeUndefined();
});

test('a rate fires immediately', () => {
  expect(firstDueAt({ kind: 'every', periodMs: 5 * minuteMs }, 1_000)).toBe(1_000);
});

test('the next due time of a rate is a multiple of its period, later than now and at most one period away', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.integer({ min: 1, max: 1e6 }), fc.nat(1e9), (dueMs, periodMs, lateMs) => {
      const nowMs = dueMs + lateMs;
      const next = nextDueAt({ kind: 'every', periodMs }, dueMs, nowMs) ?? Number.NaN;

      expect(next).toBeGreaterThan(nowMs);
      expect(next - nowMs).toBeLessThanOrEqual(periodMs);
      expect((next - dueMs) % periodMs).toBe(0);
    }),
  );
});
