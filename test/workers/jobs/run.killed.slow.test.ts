import { beforeAll, expect, test } from 'vitest';
import { bulkJobs } from '#lib/bulk-jobs/description.ts';
import { jobRunner } from '#lib/jobs/run.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import type { Table } from '#lib/storage/table.ts';
import { handler as run } from '../../../functions/jobs/run.ts';
import { bulkJobFaults, createWatchedBulkJob } from '../../faults/support/watched-bulk-job.ts';
import { connected } from '../../support/stack.ts';
import { consume } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

/** A table for a worker that dies at one of its transactions: no later call reaches the table. */
function dyingTable(table: Table, transactions: number, moment: 'before' | 'after'): Table {
  let remaining = transactions;
  let isDead = false;
  const die = () => {
    isDead = true;
    throw new Error('the worker is dead');
  };
  const guarded =
    <Arguments extends unknown[], Result>(call: (...values: Arguments) => Promise<Result>) =>
    async (...values: Arguments) =>
      isDead ? die() : call(...values);

  return {
    get: guarded(table.get),
    getMany: guarded(table.getMany),
    query: guarded(table.query),
    put: guarded(table.put),
    update: guarded(table.update),
    transact: guarded(async (writes) => {
      remaining -= 1;
      if (remaining > 0) return table.transact(writes);
      if (moment === 'after') await table.transact(writes);

      return die();
    }),
  };
}

beforeAll(() => useOwnResources());

test('a job of 350 contacts changes each once with an exact report, although workers die at each part', async () => {
  const watched = await createWatchedBulkJob(330, 20);
  const message = { workspaceId: watched.workspaceId, jobId: watched.jobId };
  const jobs = sqsQueue('jobs');
  const runBulkJob = jobRunner([bulkJobs]);
  let deaths = 0;
  // Each worker dies at its second transaction: during the selection, then during the changes.
  for (let isDone = false; !isDone; ) {
    const table = dyingTable(connected().table, 2, deaths % 2 === 0 ? 'before' : 'after');
    const died = await runBulkJob({ ...connected(), table, jobs }, message).then(
      () => false,
      () => true,
    );
    if (died) deaths += 1;
    isDone = !died;
  }
  await consume(run, await takeMessages('jobs'));

  expect(await bulkJobFaults(watched)).toEqual([]);
  // Four parts are selected, each with chunks, and each part ends.
  expect(deaths).toBeGreaterThanOrEqual(8);
});
