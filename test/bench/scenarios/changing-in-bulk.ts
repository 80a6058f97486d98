import { newId } from '#lib/values/ids.ts';
import { seedBulkJob } from '../subjects/bulk-jobs.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost, shareOf } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { seedContacts } from '../support/fixtures.ts';
import { deliverMessage } from '../support/invoke.ts';

/** Four full parts, processed by one worker. */
const count = 400;

export async function measureChangingInBulk(bench: Bench): Promise<Figure[]> {
  const workspaceId = newId('wsp', bench.now());
  const contacts = await seedContacts(bench, workspaceId, count);
  const jobId = await seedBulkJob(
    bench,
    workspaceId,
    contacts.map(({ id }) => id),
  );
  const cost = await measureCost(() => deliverMessage('jobs.run', { workspaceId, jobId }));

  return [
    {
      name: 'one contact tagged by a bulk job',
      operations: ['jobs.run'],
      cost: shareOf(cost, count),
      // The contact with two index entries, the tag, the event with two index entries.
      target: { writeUnits: 11, readUnits: 2 },
    },
  ];
}
