import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { getImport } from '#lib/contacts/import/read.ts';
import { handler as runImport } from '../../functions/contacts/run-import.ts';
import { connected } from '../support/stack.ts';
import { consume, queueEvent } from '../workers/support/invoke.ts';
import { takeMessages, useOwnResources } from '../workers/support/own-resources.ts';
import { bundleOf, deployedBundle } from './support/bundles.ts';
import { runVictim } from './support/run-victim.ts';
import type { Cut } from './support/victim.ts';
import { acceptWatched, complaintsOf, finish } from './support/watched-import.ts';

const timeout = 300_000;
const name = 'contacts.run-import';
const atOnce = 3;

interface Outcome {
  readonly cuts: number;
  readonly reached: number;
  readonly complaints: string[];
}

/** Cuts a worker at each of its calls, before and after, each time on an import of its own, which another then ends. */
async function cutEverywhere(bundle: string, manner: Cut['manner']): Promise<Outcome> {
  const whole = await acceptWatched();
  const testimony = await runVictim(name, { bundle, event: queueEvent([whole]) });
  await finish(whole);
  const complaints = await complaintsOf(whole);
  const cuts = Array.from({ length: testimony?.calls ?? 0 }, (_, position) =>
    (['before', 'after'] as const).map((moment): Cut => ({ call: position + 1, moment, manner })),
  ).flat();
  let reached = 0;
  const queue = cuts.values();
  const lane = async () => {
    for (const cut of queue) {
      const watched = await acceptWatched();
      if (!(await runVictim(name, { bundle, event: queueEvent([watched]), cut }))) reached += 1;
      await finish(watched);
      const found = await complaintsOf(watched);
      complaints.push(...found.map((complaint) => `${manner} ${cut.moment} call ${cut.call}: ${complaint}`));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));

  return { cuts: cuts.length, reached, complaints };
}

beforeAll(() => useOwnResources());

describe('a large import', () => {
  test('makes every contact once and reports exactly, at whichever of its calls a worker is killed', {
    timeout,
  }, async () => {
    const { cuts, reached, complaints } = await cutEverywhere(await deployedBundle({ name }), 'kill');

    expect(complaints).toEqual([]);
    // The import, a message, what is done, the part and its chunks; each chunk; the end of the part.
    expect(cuts).toBeGreaterThanOrEqual(20);
    // Who has several chunks under way does not begin as many calls every time.
    expect(reached).toBeGreaterThanOrEqual(cuts - 4);
  });

  test('makes every contact once, whichever of its calls or their answers is lost', { timeout }, async () => {
    expect((await cutEverywhere(await deployedBundle({ name }), 'lose')).complaints).toEqual([]);
  });

  test('makes every contact once, in whatever order and however often its messages come', async () => {
    const watched = await acceptWatched();
    const { workspaceId, importId } = watched;
    const [all, first, second] = [undefined, 0, 1].map((lane) => ({ workspaceId, importId, lane }));
    await consume(runImport, [second, second, all, first]);
    await consume(runImport, [all, ...(await takeMessages('imports'))]);

    expect(await complaintsOf(watched)).toEqual([]);
  });

  test('ends as failed, with every row in its report, when each worker dies of the same part', {
    timeout,
  }, async () => {
    const { workspaceId, importId } = await acceptWatched();
    const bundle = await deployedBundle({ name });
    const [first, second] = [0, 1].map((lane) => ({ workspaceId, importId, lane }));
    // After the part and its chunks were read, and before the first chunk is committed.
    const cut: Cut = { call: 6, moment: 'before', manner: 'kill' };
    for (const receives of [1, 2, 3, 4]) {
      const assignment = { bundle, event: queueEvent([first], receives), cut };
      expect(await runVictim(name, assignment, { meetsFaults: false })).toBeUndefined();
    }
    expect(await consume(runImport, [first], 5)).toEqual([]);
    expect(await consume(runImport, [second])).toEqual([]);
    const { rowsInFile, errors, ...report } = await getImport(connected(), workspaceId, importId);

    expect(report).toMatchObject({
      ...{ status: 'failed', statusReason: { code: 'part_unfinished' } },
      ...{ total: rowsInFile, failed: 30 },
    });
    expect(errors).toHaveLength(30);
  });

  test('a bug that was planted is found: a chunk of which nobody remembers that it was done', {
    timeout,
  }, async () => {
    const file = relative('.', fileURLToPath(import.meta.resolve('./planted/no-chunk-record.ts')));
    const { complaints } = await cutEverywhere(await bundleOf({ file }), 'kill');

    expect(complaints.join('\n')).toMatch(/kill .*counts: /);
  });
});
