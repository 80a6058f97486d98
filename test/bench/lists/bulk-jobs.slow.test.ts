import { beforeAll, expect, test } from 'vitest';
import { NewBulkJob } from '#lib/bulk-jobs/bulk-job.ts';
import { planBulkJob } from '#lib/bulk-jobs/create.ts';
import { outcomeAttributes } from '#lib/bulk-jobs/items.ts';
import { recordPut } from '#lib/jobs/pages.ts';
import { newId } from '#lib/values/ids.ts';
import { isWholeTier } from '../../support/tier.ts';
import { type Bench, openBench } from '../support/bench.ts';
import { measureCost } from '../support/cost.ts';
import { newKey } from '../support/endpoint-scenario.ts';
import { fixedId } from '../support/fixtures.ts';
import { callEndpoint } from '../support/invoke.ts';

/** `LIST_SIZE=100000 npm run bench:lists`. */
const size = Number(process.env['LIST_SIZE'] ?? (isWholeTier ? 3000 : 1000));
const small = 100;
/** Contacts per record, as in a job that adds one tag. */
const chunkSize = 31;

let bench: Bench;

async function seedJob(workspaceId: string): Promise<string> {
  const input = NewBulkJob.parse({ action: 'add_tags', tags: ['vip'], filter: {} });
  const change = await planBulkJob(bench, workspaceId, input);
  // Only the job: a place in the queue would count for the limit of unfinished jobs.
  await bench.table.transact(change.writes.slice(0, 1));

  return change.result.id;
}

/** Records of a finished job, without its contacts. */
async function seedReport(workspaceId: string, contacts: number): Promise<string> {
  const id = await seedJob(workspaceId);
  for (let first = 0; first < contacts; first += chunkSize) {
    const items = Array.from({ length: Math.min(chunkSize, contacts - first) }, (_, at) => ({
      contactId: fixedId('con', first + at),
      outcome: 'changed',
      reason: null,
      message: null,
    })) satisfies Parameters<typeof outcomeAttributes>[0][number][];
    const place = { page: 0, index: first };
    await bench.table.put(recordPut({ workspaceId, id }, place, outcomeAttributes(items), bench.now()));
  }

  return id;
}

beforeAll(async () => {
  bench = await openBench();
}, 60_000);

test('a page of items costs the same in small and large jobs', { timeout: 600_000 }, async () => {
  const pages = [];
  for (const contacts of [small, size]) {
    const workspaceId = newId('wsp', bench.now());
    const params = { id: await seedReport(workspaceId, contacts) };
    const apiKey = await newKey(bench, workspaceId);
    const read = () => callEndpoint('bulk-jobs.list-items', { apiKey, params });
    await read();
    pages.push(await measureCost(read));
  }
  const [few, many] = pages;

  expect(many?.readUnits).toBe(few?.readUnits);
  expect(many?.roundTrips).toBe(few?.roundTrips);
});

test('a page of jobs costs the same in short and long lists', { timeout: 600_000 }, async () => {
  const pages = [];
  for (const jobs of [small, size]) {
    const workspaceId = newId('wsp', bench.now());
    for (let each = 0; each < jobs; each++) await seedJob(workspaceId);
    const apiKey = await newKey(bench, workspaceId);
    const read = () => callEndpoint('bulk-jobs.list', { apiKey });
    await read();
    pages.push(await measureCost(read));
  }
  const [few, many] = pages;

  expect(many?.readUnits).toBe(few?.readUnits);
  expect(many?.roundTrips).toBe(few?.roundTrips);
});
