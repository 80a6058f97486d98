import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBulkJob } from '#lib/bulk-jobs/read.ts';
import { handler as run } from '../../functions/jobs/run.ts';
import { connected } from '../support/stack.ts';
import { consume, queueEvent } from '../workers/support/invoke.ts';
import { takeMessages, useOwnResources } from '../workers/support/own-resources.ts';
import { bundleOf, deployedBundle } from './support/bundles.ts';
import {
  type CutSelection,
  type InterruptionsResult,
  interruptEach,
  sampledCuts,
} from './support/interrupt-each.ts';
import type { Cut } from './support/interruptible-process.ts';
import { runInterruptible } from './support/run-interruptible.ts';
import { bulkJobFaults, createWatchedBulkJob, type WatchedBulkJob } from './support/watched-bulk-job.ts';

const timeout = 600_000;
const name = 'jobs.run';
const atOnce = 3;
/** In hundreds. 10,000 take about four minutes. */
const manyContacts = Number(process.env['BULK_CONTACTS'] ?? 10_000);

/** Calls with which a worker makes some progress: the list of contacts is read from all its partitions. */
const selectionCalls = 18;
const changeCalls = 8;

const messageOf = ({ workspaceId, jobId }: WatchedBulkJob) => ({ workspaceId, jobId });

/** Processes the job as the sweeper's message and its followers do. */
async function finish(job: WatchedBulkJob): Promise<void> {
  for (let messages: unknown[] = [messageOf(job)]; messages.length > 0; ) {
    // The third failed attempt ends the job as failed.
    const returned = await consume(run, messages);
    messages = [...returned.map((position) => messages[position]), ...(await takeMessages('jobs'))];
  }
}

interface Interruptions extends CutSelection {
  readonly bundle: string;
  readonly plain?: number;
  readonly stopsAtComplaint?: boolean;
}

/**
 * Interrupts a worker before and after each of its calls, each time with a new job. Another worker completes it. By default,
 * the job has two pages, with chunks of up to 31 contacts.
 */
async function interruptEverywhere({
  bundle,
  plain = 110,
  stopsAtComplaint,
  ...selection
}: Interruptions): Promise<InterruptionsResult & { readonly calls: number }> {
  const create = () => createWatchedBulkJob(plain, 10);
  const reference = await create();
  const event = queueEvent([messageOf(reference)]);
  const result = await runInterruptible(name, { bundle, event }, { meetsFaults: false });
  await finish(reference);
  expect(await bulkJobFaults(reference)).toEqual([]);
  const calls = result?.calls ?? 0;
  const cuts = sampledCuts(calls, { atLeast: 6, ...selection });

  const interruptions = await interruptEach(cuts, { atOnce, stopsAtComplaint }, async (cut) => {
    const job = await create();
    const ended = await runInterruptible(name, { bundle, event: queueEvent([messageOf(job)]), cut });
    await finish(job);

    return { isReached: !ended, complaints: await bulkJobFaults(job) };
  });

  return { ...interruptions, calls };
}

beforeAll(() => useOwnResources());

describe('a bulk job', () => {
  test('changes every contact once with an exact report, if a worker is killed at any of its calls', {
    timeout,
  }, async () => {
    const bundle = await deployedBundle({ name });
    const { calls, cuts, reached, complaints } = await interruptEverywhere({ bundle, manner: 'kill' });

    expect(complaints).toEqual([]);
    // Calls: the job, the queue, the selection of two pages; their reads and chunks.
    expect(calls).toBeGreaterThanOrEqual(14);
    expect(cuts).toBeGreaterThanOrEqual(6);
    expect(reached).toBeGreaterThanOrEqual(cuts - 3);
  });

  test('changes every contact once, if any of its calls or their responses is lost', {
    timeout,
  }, async () => {
    const bundle = await deployedBundle({ name });
    expect((await interruptEverywhere({ bundle, manner: 'lose' })).complaints).toEqual([]);
  });

  test(`changes ${manyContacts} contacts once with an exact report, if its workers are killed at every page`, {
    timeout,
  }, async () => {
    const bundle = await deployedBundle({ name });
    const job = await createWatchedBulkJob(manyContacts - 100, 100);
    const pages = manyContacts / 100;
    /** Numbers of selected pages, and of the page that is changed, at a kill. */
    const killedAt = { selection: new Set<number>(), changes: new Set<number>() };
    const event = queueEvent([messageOf(job)]);
    for (let kills = 0, enoughCalls = selectionCalls; ; kills++) {
      const moment = kills % 2 ? 'before' : 'after';
      const cut: Cut = { call: enoughCalls + (kills % 7), moment, manner: 'kill' };
      if (await runInterruptible(name, { bundle, event, cut }, { meetsFaults: false })) break;
      const state = await findBulkJob(connected().table, job.workspaceId, job.jobId);
      if (state?.selectedAt === undefined) killedAt.selection.add(state?.pages ?? 0);
      else killedAt.changes.add(state.page);
      enoughCalls = state?.selectedAt === undefined ? selectionCalls : changeCalls;
      expect(kills, 'kills without progress').toBeLessThan(10 * pages);
    }
    await finish(job);

    expect(await bulkJobFaults(job)).toEqual([]);
    // A worker that selects or changes two pages before its kill skips a number.
    expect(killedAt.selection.size).toBeGreaterThanOrEqual(pages * 0.4);
    expect(killedAt.changes.size).toBeGreaterThanOrEqual(pages * 0.9);
  });

  test('a planted bug is found: a chunk with progress after its changes', { timeout }, async () => {
    const file = relative('.', fileURLToPath(import.meta.resolve('./planted/late-progress.ts')));
    const { complaints } = await interruptEverywhere({
      bundle: await bundleOf({ file }),
      manner: 'kill',
      every: 1,
      plain: 30,
      stopsAtComplaint: true,
    });

    expect(complaints.join('\n')).toMatch(/kill .*(counts|changed)/);
  });
});
