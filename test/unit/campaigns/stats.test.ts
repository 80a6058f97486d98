import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCount, statsOf } from '#lib/campaigns/stats.ts';
import { noCounts } from '#lib/campaigns/stored.ts';

const few = fc.integer({ min: 0, max: 50 });

/** Executions as they can be: not begun, under way, or ended, with a mail or without. */
test('whatever became of contacts, those pending, in progress and ended are all of them', () => {
  fc.assert(
    fc.property(few, few, few, few, few, few, (pending, inProgress, completed, replied, stopped, unsent) => {
      const counters = {
        ...noCounts,
        contacts: pending + inProgress + completed + replied + stopped + unsent,
        started: inProgress + completed + replied + stopped,
        endedUnsent: unsent,
        ...{ completed, replied, stopped: stopped + unsent, answered: replied + completed },
      };

      // Who replied is more than whom it ended: others had had their last mail.
      expect(statsOf(counters)).toMatchObject({
        ...{ pending, inProgress, completed, replied: replied + completed },
      });
      expect(openCount(counters)).toBe(pending + inProgress);
    }),
  );
});
