import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCount, statsOf } from '#lib/campaigns/state/stats.ts';
import { zeroCounters } from '#lib/campaigns/state/stored.ts';

const few = fc.integer({ min: 0, max: 50 });

/** Random executions: pending, in progress or ended, with or without an email. */
test('the pending, in-progress, paused, unknown and ended contacts add up to all contacts', () => {
  const numbers = fc.tuple(few, few, few, few, few, few, few, few, few, few);
  fc.assert(
    fc.property(numbers, ([pending, inProgress, completed, replied, stopped, unsent, ...waiting]) => {
      const [paused = 0, pausedUnsent = 0, unknown = 0, unknownUnsent = 0] = waiting;
      const waitingSent = paused + unknown;
      const waitingUnsent = pausedUnsent + unknownUnsent;
      const counters = {
        ...zeroCounters,
        contacts: pending + inProgress + completed + replied + stopped + unsent + waitingSent + waitingUnsent,
        started: inProgress + completed + replied + stopped + waitingSent,
        endedUnsent: unsent,
        completed,
        replied,
        stopped: stopped + unsent,
        answered: replied + completed,
        paused: paused + pausedUnsent,
        pausedUnsent,
        unknown: unknown + unknownUnsent,
        unknownUnsent,
      };

      // Some contacts reply after their execution has ended.
      expect(statsOf(counters)).toMatchObject({
        pending,
        inProgress,
        completed,
        replied: replied + completed,
        stopped: stopped + unsent,
        paused: paused + pausedUnsent,
        unknown: unknown + unknownUnsent,
      });
      expect(openCount(counters)).toBe(pending + inProgress + waitingSent + waitingUnsent);
    }),
  );
});

test('no number is below zero while a decrement is applied before its increment', () => {
  const early = { ...zeroCounters, contacts: 1, stopped: -1, paused: -1, pausedUnsent: -1, completed: 1 };

  expect(Object.values(statsOf(early)).filter((number) => number < 0)).toEqual([]);
});
