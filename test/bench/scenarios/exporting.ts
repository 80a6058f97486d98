import { commit } from '#lib/commit/commit.ts';
import { planExportDeletion } from '#lib/exports/delete.ts';
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
  const cost = await measureCost(() => deliverMessage('exports.run', { workspaceId, exportId }));

  return [
    {
      name: `one export of ${count} contacts`,
      operations: ['exports.run'],
      cost,
      target: { writeUnits: 0.1 * count, readUnits: count },
    },
    {
      name: 'one contact exported',
      operations: ['exports.run'],
      cost: shareOf(cost, count),
      // A page reads its contacts from an index; the claim and the end of the export are shared by all.
      target: { writeUnits: 0.1, readUnits: 1 },
    },
    ...(await measureLargeFile(bench)),
  ];
}

const largeContacts = 230;

/**
 * The begin, each part and the end of a multipart upload are requests to S3. A deletion lists files and uploads first. The
 * table counts the request that deletes, which is free of charge.
 */
async function measureLargeFile(bench: Bench): Promise<Figure[]> {
  const workspaceId = newId('wsp', bench.now());
  const names = Array.from({ length: 50 }, (_, field) => `field${field}`);
  const customFields = Object.fromEntries(names.map((name) => [name, 'x'.repeat(1000)]));
  await seedContacts(bench, workspaceId, largeContacts, { customFields });
  const exportId = await seedExport(bench, workspaceId);
  const message = { workspaceId, exportId };
  const exporting = await measureCost(() => deliverMessage('exports.run', message));
  await commit(bench, workspaceId, await planExportDeletion(bench, workspaceId, exportId));
  const deleting = await measureCost(() => deliverMessage('exports.run', message));

  return [
    {
      name: `one export of ${largeContacts} contacts of 50 KB`,
      operations: ['exports.run'],
      cost: exporting,
      // Each contact is larger than a read unit, and an index has a copy of it.
      target: { writeUnits: 0.2 * largeContacts, readUnits: 7.5 * largeContacts },
    },
    {
      name: 'one deletion of an export and its file',
      operations: ['exports.run'],
      cost: deleting,
      target: { writeUnits: 10, readUnits: 2 },
    },
  ];
}
