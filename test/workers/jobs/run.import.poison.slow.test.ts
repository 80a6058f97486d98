import { beforeAll, beforeEach, expect, test } from 'vitest';
import { campaignKey } from '#lib/campaigns/state/items.ts';
import { getImport } from '#lib/contacts/import/read.ts';
import { pageKey } from '#lib/jobs/items.ts';
import { jobWorkers } from '#lib/jobs/workers.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as runImport } from '../../../functions/jobs/run.ts';
import { draftCampaign, uniqueEmail } from '../../api/support/seed.ts';
import { acceptImport } from '../../support/accepted-import.ts';
import { linesFor } from '../../support/logs.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls } from '../support/activity.ts';
import { consume } from '../support/invoke.ts';
import { useOwnResources } from '../support/own-resources.ts';

let workspaceId: string;
const rowsOf = (count: number) => Array.from({ length: count }, () => ({ email: uniqueEmail() }));
const reportOf = (importId: string) => getImport(connected(), workspaceId, importId);
/** Normalised in a key, this name has 6,600 bytes: three times the limit of a key. */
const tooLong = { companyName: 'ﷺ'.repeat(200) };

beforeAll(() => useOwnResources());
beforeEach(async () => {
  workspaceId = newId('wsp', Date.now());
  await takeCalls('jobs');
});

test.each(['skip', 'update'] as const)(
  'only the row that cannot be stored fails, and the import ends (%s)',
  async (onDuplicate) => {
    const rows = rowsOf(60);
    const damaged = { 7: tooLong, 8: tooLong, 41: tooLong };
    const importId = await acceptImport(connected(), workspaceId, {
      rows,
      damaged,
      pageRows: 60,
      onDuplicate,
    });
    // Redelivered after the end: the report stays correct.
    for (const receives of [1, 2]) {
      expect(await consume(runImport, [{ workspaceId, jobId: importId }], receives)).toEqual([]);
    }

    const { errors, ...report } = await reportOf(importId);
    expect(report).toMatchObject({
      status: 'completed',
      total: 60,
      created: 57,
      failed: 3,
      statusReason: null,
    });
    expect(errors).toEqual(
      [7, 8, 41].map((at) => ({
        row: at + 1,
        email: rows[at]?.email,
        field: null,
        reason: 'cannot be stored: shorten its values and import the row again',
      })),
    );
    expect(linesFor(jobWorkers.run, 'JobItemsSetAside').length).toBeGreaterThanOrEqual(3);
  },
);

test('an import with contacts that cannot be enrolled ends as failed after three attempts, and the next one starts', async () => {
  const { id: campaignId } = await draftCampaign(workspaceId);
  const importId = await acceptImport(connected(), workspaceId, { rows: rowsOf(60), campaignId });
  const next = await acceptImport(connected(), workspaceId, { rows: rowsOf(3) });
  const { table } = connected();
  await table.update({ update: campaignKey(workspaceId, campaignId), set: { status: 1 } });
  const message = { workspaceId, jobId: importId };
  for (const receives of [1, 2]) expect(await consume(runImport, [message], receives)).toEqual([0]);
  expect((await reportOf(importId)).status).toBe('running');

  expect(await consume(runImport, [message], 3)).toEqual([]);
  expect(await reportOf(importId)).toMatchObject({
    status: 'failed',
    rowsInFile: 60,
    enrolled: 0,
    statusReason: { code: 'import_unfinished' },
  });
  expect(await consume(runImport, [{ workspaceId, jobId: next }])).toEqual([]);
  expect((await reportOf(next)).status).toBe('completed');
});

test('an import with damaged rows ends as failed, and keeps the contacts before them', async () => {
  const importId = await acceptImport(connected(), workspaceId, { rows: rowsOf(60) });
  const update = pageKey({ workspaceId, id: importId }, 1);
  await connected().table.update({ update, set: { rows: Buffer.from('no gzip') } });
  for (const receives of [1, 2, 3]) {
    const returned = await consume(runImport, [{ workspaceId, jobId: importId }], receives);
    expect(returned).toHaveLength(receives < 3 ? 1 : 0);
  }

  expect(await reportOf(importId)).toMatchObject({
    status: 'failed',
    rowsInFile: 60,
    total: 30,
    created: 30,
    statusReason: { code: 'import_unfinished' },
  });
});
