import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { listEntries } from '#lib/blocklist/list.ts';
import { importJobs } from '#lib/contacts/import/description.ts';
import { eraseFromImport } from '#lib/contacts/import/erase-rows.ts';
import { unpackRows, valueOfRow } from '#lib/contacts/import/file-pages.ts';
import { getImport } from '#lib/contacts/import/read.ts';
import { pageKey } from '#lib/jobs/items.ts';
import { jobRunner } from '#lib/jobs/run.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as runImport } from '../../../functions/jobs/run.ts';
import { addContact, block } from '../../api/support/seed.ts';
import { acceptImport } from '../../support/accepted-import.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls } from '../support/activity.ts';
import { consume } from '../support/invoke.ts';
import { useOwnResources } from '../support/own-resources.ts';

let workspaceId: string;
const addresses = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `p${at}@x.example` }));
const reportOf = (importId: string) => getImport(connected(), workspaceId, importId);
const countEntries = async () => (await listEntries(connected(), workspaceId, { limit: 100 })).data.length;

beforeAll(() => useOwnResources());
beforeEach(() => {
  workspaceId = newId('wsp', Date.now());
});

test('a job adds all values, and starts the jobs of domains', async () => {
  const rows = [...addresses(60), { value: 'y.example' }, { value: 'z.example' }];
  const importId = await acceptImport(connected(), workspaceId, { rows });

  expect(await consume(runImport, [{ workspaceId, jobId: importId }])).toEqual([]);
  expect(await reportOf(importId)).toMatchObject({ status: 'completed', total: 62, created: 62, failed: 0 });
  expect(await countEntries()).toBe(62);
  expect(await takeCalls('jobs')).toHaveLength(2);
});

test('a worker that dies before and after a commit leaves no value twice and no value out', async () => {
  const rows = [...addresses(50), { value: 'y.example' }];
  const known = await addContact(workspaceId, { email: 'p7@x.example' });
  const importId = await acceptImport(connected(), workspaceId, { rows });
  for (let deaths = 0, count = 0; deaths < 2; deaths++, count = 0) {
    const services = connected();
    const transact: typeof services.table.transact = async (writes) => {
      count += 1;
      // Dies before or after a commit.
      if (count > 2 || (count === 2 && deaths % 2 === 0)) throw new Error('killed');
      await services.table.transact(writes);
      if (count === 2) throw new Error('killed');
    };
    const dying = {
      ...services,
      jobs: sqsQueue('jobs'),
      table: { ...services.table, transact },
    };
    await jobRunner([importJobs])(dying, { workspaceId, jobId: importId }).catch(() => undefined);
  }
  await consume(runImport, [{ workspaceId, jobId: importId }]);

  expect(await reportOf(importId)).toMatchObject({
    status: 'completed',
    total: 51,
    created: 51,
    skipped: 0,
    failed: 0,
  });
  expect(await countEntries()).toBe(51);
  const { data } = await listActivity(connected(), workspaceId, { contactId: known, limit: 10 });
  expect(data.map(({ type }) => type)).toEqual(['contact.blocklisted', 'contact.updated', 'contact.created']);
});

test('a value that cannot be stored fails alone', async () => {
  await block(workspaceId, 'known.example');
  const rows = [...addresses(12), { value: 'not a value' }, { value: 'known.example' }];
  const importId = await acceptImport(connected(), workspaceId, { rows });

  expect(await consume(runImport, [{ workspaceId, jobId: importId }])).toEqual([]);
  expect(await reportOf(importId)).toMatchObject({
    status: 'completed',
    created: 12,
    skipped: 1,
    failed: 1,
    errors: [{ row: 13, email: 'not a value', field: null }],
  });
});

test('an erasure removes an address from the stored rows, after their page is done', async () => {
  const importId = await acceptImport(connected(), workspaceId, { rows: addresses(3) });
  const { table } = connected();
  const erased = new Set(['p1@x.example']);

  expect(await eraseFromImport(table, workspaceId, importId, erased)).toBe(true);
  await consume(runImport, [{ workspaceId, jobId: importId }]);
  expect(await eraseFromImport(table, workspaceId, importId, erased)).toBe(false);
  const item = await table.get(pageKey({ workspaceId, id: importId }, 0));
  const rows = unpackRows(item?.['rows'] as Uint8Array);
  expect(rows.map(valueOfRow)).toEqual(['p0@x.example', 'p2@x.example']);
});
