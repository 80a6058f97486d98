import { newId } from '#lib/values/ids.ts';
import { seedExport } from '../subjects/exports.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost, shareOf } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { seedContacts } from '../support/fixtures.ts';
import { deliverMessage } from '../support/invoke.ts';

const count = 400;

/** A file of less than 5 MiB is one request to S3. */
export async function measureExporting(bench: Bench): Promise<Figure[]> {
  const workspaceId = newId('wsp', bench.now());
  await seedContacts(bench, workspaceId, count);
  const exportId = await seedExport(bench, workspaceId);
  const cost = await measureCost(() => deliverMessage('bulk-jobs.run', { workspaceId, exportId }));

  return [
    {
      name: `one export of ${count} contacts`,
      operations: ['bulk-jobs.run'],
      cost,
      target: { writeUnits: 0.1 * count, readUnits: count },
    },
    {
      name: 'one contact exported',
      operations: ['bulk-jobs.run'],
      cost: shareOf(cost, count),
      // A page reads its contacts from an index; the claim and the end of the export are shared by all.
      target: { writeUnits: 0.1, readUnits: 1 },
    },
  ];
}
