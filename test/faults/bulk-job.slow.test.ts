import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { doneBulkParts } from '#lib/bulk-jobs/items.ts';
import { findBulkJob } from '#lib/bulk-jobs/read.ts';
import { lastNumberOf } from '#lib/storage/item.ts';
import { handler as run } from '../../functions/bulk-jobs/run.ts';
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
const name = 'bulk-jobs.run';
const atOnce = 3;
/** In hundreds. 10,000 take about four minutes. */
const manyContacts = Number(process.env['BULK_CONTACTS'] ?? 10_000);
/** Workers of a large job, and the parts that each processes concurrently. */
const lanes = 4;
const partsAtOnce = 4;

const messageOf = ({ workspaceId, jobId }: WatchedBulkJob, lane?: number) => ({
  workspaceId,
  jobId,
  ...(lane !== undefined && { lane }),
});

/** Processes the job as the sweeper's message and its followers do. */
async function finish(job: WatchedBulkJob): Promise<void> {
  for (let messages: unknown[] = [messageOf(job)]; messages.length > 0; ) {
    const returned = await consume(run, messages);
    if (returned.length > 0) throw new Error('a message was returned to the queue');
    messages = await takeMessages('bulkjobs');
  }
}

interface Interruptions extends CutSelection {
  readonly bundle: string;
  readonly plain?: number;
  readonly stopsAtComplaint?: boolean;
}

/**
 * Interrupts a worker before and after each of its calls, each time with a new job. Another worker completes it. By default,
 * the job has two parts, with chunks of up to 31 contacts.
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
    // Calls: the job, the queue, the selection of two parts; their reads, chunks and ends; the end of the job.
    expect(calls).toBeGreaterThanOrEqual(20);
    expect(cuts).toBeGreaterThanOrEqual(6);
    // With several chunks in flight, the number of calls varies.
    expect(reached).toBeGreaterThanOrEqual(cuts - 6);
  });

  test('changes every contact once, if any of its calls or their responses is lost', {
    timeout,
  }, async () => {
    const bundle = await deployedBundle({ name });
    expect((await interruptEverywhere({ bundle, manner: 'lose' })).complaints).toEqual([]);
  });

  test(`changes ${manyContacts} contacts once with an exact report, if its workers are killed at every part`, {
    timeout,
  }, async () => {
    const bundle = await deployedBundle({ name });
    const job = await createWatchedBulkJob(manyContacts - 100, 100);
    const { table } = connected();
    const place = { workspaceId: job.workspaceId, id: job.jobId };
    const parts = manyContacts / 100;
    /** Numbers of selected parts at a kill, and the parts that a killed worker was processing. */
    const killedAt = { selection: new Set<number>(), changes: new Set<number>() };
    let kills = 0;

    const noteKill = async (lane: number) => {
      const state = await findBulkJob(table, job.workspaceId, job.jobId);
      if (state?.selectedAt === undefined) killedAt.selection.add(state?.parts ?? 0);
      else {
        const done = new Set((await table.query(doneBulkParts(place))).items.map(lastNumberOf));
        const ofLane = Array.from({ length: parts / lanes }, (_, at) => lane + lanes * at);
        const open = ofLane.filter((part) => !done.has(part));
        for (const part of open.slice(0, partsAtOnce)) killedAt.changes.add(part);
      }
    };
    for (let lane = 0; lane < lanes; lane++) {
      const event = queueEvent([messageOf(job, lane === 0 ? undefined : lane)]);
      for (;;) {
        // Enough calls for some progress: a worker begins with about ten reads.
        const cut: Cut = { call: 14 + (kills % 9), moment: kills % 2 ? 'before' : 'after', manner: 'kill' };
        if (await runInterruptible(name, { bundle, event, cut }, { meetsFaults: false })) break;
        kills += 1;
        await noteKill(lane);
      }
    }
    await finish(job);

    expect(await bulkJobFaults(job)).toEqual([]);
    expect(kills).toBeGreaterThanOrEqual(2 * parts);
    // A worker that selects two parts before its kill skips a number.
    expect(killedAt.selection.size).toBeGreaterThanOrEqual(parts * 0.9);
    expect(killedAt.changes.size).toBe(parts);
  });

  test('a planted bug is found: a chunk that is recorded after its changes', { timeout }, async () => {
    const file = relative('.', fileURLToPath(import.meta.resolve('./planted/no-bulk-record.ts')));
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
