import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  firstDueAt,
  nextDueAt,
  parseTiming,
} from '../../../infra/local/engines/scheduler/schedule-expression.ts';

const minuteMs = 60_000;

test.each([
  ['at(2026-03-29T12:00:00)', 'UTC', '2026-03-29T12:00:00Z'],
  ['at(2026-01-15T09:30:00)', 'Europe/Berlin', '2026-01-15T08:30:00Z'],
  ['at(2026-07-15T09:30:00)', 'Europe/Berlin', '2026-07-15T07:30:00Z'],
  ['at(2026-07-15T09:30:00)', 'Asia/Kathmandu', '2026-07-15T03:45:00Z'],
  ['at(2026-07-15T23:30:00)', 'America/Los_Angeles', '2026-07-16T06:30:00Z'],
])('%s in %s is the instant %s', (expression, zone, instant) => {
  expect(parseTiming(expression, zone)).toEqual({ kind: 'once', atMs: Date.parse(instant) });
});

test('a local time in the gap of a clock change moves forward, and of a repeated time the first is used', () => {
  const atMs = (expression: string) => parseTiming(expression, 'Europe/Berlin');

  expect(atMs('at(2026-03-29T02:30:00)')).toEqual({ kind: 'once', atMs: Date.parse('2026-03-29T01:30:00Z') });
  expect(atMs('at(2026-10-25T02:30:00)')).toEqual({ kind: 'once', atMs: Date.parse('2026-10-25T00:30:00Z') });
});

test.each([
  ['rate(1 minute)', 1],
  ['rate(5 minutes)', 5],
  ['rate(2 hours)', 120],
  ['rate(1 day)', 1440],
])('%s fires every %i minutes', (expression, minutes) => {
  expect(parseTiming(expression, 'UTC')).toEqual({ kind: 'every', periodMs: minutes * minuteMs });
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
  expect(parseTiming(expression, 'UTC')).toBeUndefined();
});

test('a rate fires immediately, or first at its start date', () => {
  const timing = { kind: 'every', periodMs: 5 * minuteMs } as const;

  expect(firstDueAt(timing, 1_000, undefined)).toBe(1_000);
  expect(firstDueAt(timing, 1_000, 9_000)).toBe(9_000);
  expect(firstDueAt(timing, 1_000, 500)).toBe(1_000);
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
