import { beforeAll, beforeEach, expect, test } from 'vitest';
import { campaignKey } from '#lib/campaigns/state/items.ts';
import { importPartKey } from '#lib/contacts/import/items.ts';
import { getImport } from '#lib/contacts/import/read.ts';
import { contactWorkers } from '#lib/contacts/workers.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as runImport } from '../../../functions/contacts/run-import.ts';
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
  await takeCalls('imports');
});

test.each(['skip', 'update'] as const)(
  'only the row that cannot be stored fails, and the import ends (%s)',
  async (onDuplicate) => {
    const rows = rowsOf(60);
    const damaged = { 7: tooLong, 8: tooLong, 41: tooLong };
    const importId = await acceptImport(connected(), workspaceId, {
      rows,
      damaged,
      partRows: 60,
      onDuplicate,
    });
    // Redelivered after the end: the report stays correct.
    for (const receives of [1, 2]) {
      expect(await consume(runImport, [{ workspaceId, importId, lane: 0 }], receives)).toEqual([]);
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
    expect(linesFor(contactWorkers.runImport, 'ImportRowsSetAside').length).toBeGreaterThanOrEqual(3);
  },
);

test('an import with a part that fails three times ends as failed, and its other parts are imported', async () => {
  const { id: campaignId } = await draftCampaign(workspaceId);
  const importId = await acceptImport(connected(), workspaceId, { rows: rowsOf(60), campaignId });
  const { table } = connected();
  const update = campaignKey(workspaceId, campaignId);
  const campaign = await table.get(update, { consistent: true });
  await table.update({ update, set: { status: 1 } });
  const call = { workspaceId, importId, lane: 0 };
  for (const receives of [1, 2]) expect(await consume(runImport, [call], receives)).toEqual([0]);
  expect((await reportOf(importId)).status).toBe('running');

  expect(await consume(runImport, [call], 3)).toEqual([]);
  await table.update({ update, set: { status: campaign?.['status'] } });
  expect(await consume(runImport, [{ ...call, lane: 1 }])).toEqual([]);
  expect(await reportOf(importId)).toMatchObject({
    status: 'failed',
    total: 60,
    created: 60,
    failed: 0,
    enrolled: 30,
    statusReason: { code: 'part_unfinished' },
  });
});

test('an import with a damaged stored part ends as failed', async () => {
  const importId = await acceptImport(connected(), workspaceId, { rows: rowsOf(60) });
  const update = importPartKey(workspaceId, importId, 0);
  await connected().table.update({ update, set: { rows: Buffer.from('no gzip') } });
  for (const lane of [0, 1]) expect(await consume(runImport, [{ workspaceId, importId, lane }])).toEqual([]);

  expect(await reportOf(importId)).toMatchObject({
    status: 'failed',
    rowsInFile: 60,
    total: 30,
    created: 30,
    statusReason: { code: 'part_unfinished' },
  });
});
