import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { getImport } from '#lib/contacts/import/read.ts';
import { handler as runImport } from '../../functions/jobs/run.ts';
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
import { acceptWatchedImport, finish, importFaults, type WatchedImport } from './support/watched-import.ts';

const timeout = 300_000;
const name = 'jobs.run';
const messageOf = ({ workspaceId, importId }: WatchedImport) => ({ workspaceId, jobId: importId });
const atOnce = 3;

interface Interruptions extends CutSelection {
  readonly bundle: string;
  readonly stopsAtComplaint?: boolean;
}

/**
 * Interrupts a worker before and after each of its calls, each time with a new import. Another worker then
 * completes the import.
 */
async function interruptEverywhere({
  bundle,
  stopsAtComplaint,
  ...selection
}: Interruptions): Promise<InterruptionsResult> {
  const reference = await acceptWatchedImport();
  const event = queueEvent([messageOf(reference)]);
  // Without injected faults: a retry would add a call to interrupt, and a run without the retry would not
  // reach the last call.
  const result = await runInterruptible(name, { bundle, event }, { meetsFaults: false });
  await finish(reference);
  expect(await importFaults(reference)).toEqual([]);
  const cuts = sampledCuts(result?.calls ?? 0, { every: 1, ...selection });

  return interruptEach(cuts, { atOnce, stopsAtComplaint }, async (cut) => {
    const watched = await acceptWatchedImport();
    const ended = await runInterruptible(name, { bundle, event: queueEvent([messageOf(watched)]), cut });
    await finish(watched);

    return { isReached: !ended, complaints: await importFaults(watched) };
  });
}

beforeAll(() => useOwnResources());

describe('a large import', () => {
  test('creates every contact once with a correct report, if a worker is killed at any of its calls', {
    timeout,
  }, async () => {
    const bundle = await deployedBundle({ name });
    const { cuts, reached, complaints } = await interruptEverywhere({ bundle, manner: 'kill' });

    expect(complaints).toEqual([]);
    // Calls: the job, its place in the queue, the pages with their records, each chunk, the end of each page.
    expect(cuts).toBeGreaterThanOrEqual(20);
    // With several chunks in flight, the number of calls varies.
    expect(reached).toBeGreaterThanOrEqual(cuts - 4);
  });

  test('creates every contact once, if any of its calls or their responses is lost', {
    timeout,
  }, async () => {
    const bundle = await deployedBundle({ name });
    expect((await interruptEverywhere({ bundle, manner: 'lose' })).complaints).toEqual([]);
  });

  test('creates every contact once, with concurrent and repeated messages', async () => {
    const watched = await acceptWatchedImport();
    const message = messageOf(watched);
    await consume(runImport, [message, message, message]);
    await consume(runImport, [message, ...(await takeMessages('jobs'))]);

    expect(await importFaults(watched)).toEqual([]);
  });

  test('ends as failed if every worker crashes on the same page', { timeout }, async () => {
    const watched = await acceptWatchedImport();
    const { workspaceId, importId } = watched;
    const bundle = await deployedBundle({ name });
    // After the page and its records were read, before the first chunk is committed.
    const cut: Cut = { call: 8, moment: 'before', manner: 'kill' };
    for (const receives of [1, 2, 3, 4]) {
      const assignment = { bundle, event: queueEvent([messageOf(watched)], receives), cut };
      expect(await runInterruptible(name, assignment, { meetsFaults: false })).toBeUndefined();
    }
    expect(await consume(runImport, [messageOf(watched)], 5)).toEqual([]);

    expect(await getImport(connected(), workspaceId, importId)).toMatchObject({
      status: 'failed',
      statusReason: { code: 'import_unfinished' },
    });
  });

  test('a planted bug is found: a chunk without a record of its completion', {
    timeout,
  }, async () => {
    const file = relative('.', fileURLToPath(import.meta.resolve('./planted/no-chunk-record.ts')));
    const bundle = await bundleOf({ file });
    const { complaints } = await interruptEverywhere({
      bundle,
      manner: 'kill',
      every: 1,
      stopsAtComplaint: true,
    });

    expect(complaints.join('\n')).toMatch(/kill .*counts: /);
  });
});
