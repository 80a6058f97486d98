import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { planExportDeletion } from '#lib/exports/delete.ts';
import { newId } from '#lib/values/ids.ts';
import { addContact, addExport, commitNow } from '../api/support/seed.ts';
import { afterLease, downloadExport, readExport, writeExport } from '../support/exported-files.ts';
import { connected } from '../support/stack.ts';
import { queueEvent } from '../workers/support/invoke.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';
import { bundleOf, deployedBundle } from './support/bundles.ts';
import {
  type CutSelection,
  type InterruptionsResult,
  interruptEach,
  sampledCuts,
} from './support/interrupt-each.ts';
import { runInterruptible } from './support/run-interruptible.ts';

const timeout = 600_000;
const name = 'exports.run';

interface Contacts {
  readonly workspaceId: string;
  /** In the order of the list. */
  readonly ids: readonly string[];
}

async function addContacts(count: number, customFields: Record<string, string>): Promise<Contacts> {
  const workspaceId = newId('wsp', Date.now());
  const ids: string[] = [];
  for (let each = 0; each < count; each++) ids.push(await addContact(workspaceId, { customFields }));

  return { workspaceId, ids: ids.reverse() };
}

/** Completes an export as the sweeper's message does, after the lease of the interrupted worker. */
const finish = (workspaceId: string, exportId: string) =>
  writeExport(workspaceId, exportId, { now: afterLease });

/** @returns differences from an uninterrupted export. The export is deleted then, so that the next one has a place */
async function exportFaults({ workspaceId, ids }: Contacts, exportId: string): Promise<string[]> {
  const { status, rows, bytes } = await readExport(workspaceId, exportId);
  const file = await downloadExport(workspaceId, exportId).catch(() => Buffer.alloc(0));
  const lines = file.toString().split('\n').slice(0, -1);
  const found = lines.map((line) => JSON.parse(line).id);
  await commitNow(workspaceId, await planExportDeletion(connected(), workspaceId, exportId));
  await finish(workspaceId, exportId);

  return [
    ...(status === 'completed' ? [] : [`it is ${status}`]),
    ...(rows === ids.length ? [] : [`it counts ${rows} rows`]),
    ...(bytes === file.length ? [] : [`it counts ${bytes} of ${file.length} bytes`]),
    ...(found.join() === ids.join()
      ? []
      : [`the file has ${found.length} rows, ${new Set(found).size} different`]),
  ];
}

interface Interruptions extends CutSelection {
  readonly bundle: string;
  readonly stopsAtComplaint?: boolean;
}

/** Interrupts a worker before and after each of its calls, each time with a new export. Another worker completes it. */
async function interruptEverywhere(
  contacts: Contacts,
  { bundle, stopsAtComplaint, ...selection }: Interruptions,
): Promise<InterruptionsResult & { readonly calls: number }> {
  const { workspaceId } = contacts;
  const create = () => addExport(workspaceId, { type: 'contacts', format: 'ndjson' });
  const eventOf = (exportId: string) => queueEvent([{ workspaceId, exportId }]);
  const reference = await create();
  const result = await runInterruptible(name, { bundle, event: eventOf(reference) }, { meetsFaults: false });
  expect(await exportFaults(contacts, reference)).toEqual([]);
  const calls = result?.calls ?? 0;
  const cuts = sampledCuts(calls, { atLeast: 6, ...selection });

  // One at a time: the number of exports of a workspace is limited.
  const interruptions = await interruptEach(cuts, { atOnce: 1, stopsAtComplaint }, async (cut) => {
    const exportId = await create();
    const ended = await runInterruptible(name, { bundle, event: eventOf(exportId), cut });
    await finish(workspaceId, exportId);

    return { isReached: !ended, complaints: await exportFaults(contacts, exportId) };
  });

  return { ...interruptions, calls };
}

let few: Contacts;
let large: Contacts;

beforeAll(async () => {
  await useOwnResources();
  few = await addContacts(120, {});
  // Three parts: 230 contacts of 50 KB.
  const fields = Array.from({ length: 50 }, (_, field) => [`field${field}`, 'x'.repeat(1000)]);
  large = await addContacts(230, Object.fromEntries(fields));
}, 120_000);

describe('an export', () => {
  test('has each contact once, if a worker is killed at any of its calls', { timeout }, async () => {
    const bundle = await deployedBundle({ name });
    const { calls, cuts, reached, complaints } = await interruptEverywhere(few, { bundle, manner: 'kill' });

    expect(complaints).toEqual([]);
    // The export, its lease, two pages, the file, the end.
    expect(calls).toBeGreaterThanOrEqual(6);
    expect(cuts).toBeGreaterThanOrEqual(6);
    expect(reached).toBe(cuts);
  });

  test('of several parts has each contact once, if a worker is killed at any of its calls', {
    timeout,
  }, async () => {
    const bundle = await deployedBundle({ name });
    const { calls, cuts, reached, complaints } = await interruptEverywhere(large, { bundle, manner: 'kill' });

    expect(complaints).toEqual([]);
    // The export, its lease, three pages, three parts, the begin and the end of the upload, the end.
    expect(calls).toBeGreaterThanOrEqual(11);
    expect(cuts).toBeGreaterThanOrEqual(6);
    expect(reached).toBe(cuts);
  });

  test('has each contact once, if any of its calls or their responses is lost', { timeout }, async () => {
    const bundle = await deployedBundle({ name });

    expect((await interruptEverywhere(large, { bundle, manner: 'lose' })).complaints).toEqual([]);
  });

  test('a planted bug is found: a file that is written after the end of its export', {
    timeout,
  }, async () => {
    const file = relative('.', fileURLToPath(import.meta.resolve('./planted/file-after-export.ts')));
    const bundle = await bundleOf({ file });
    const { complaints } = await interruptEverywhere(few, {
      bundle,
      manner: 'kill',
      every: 1,
      stopsAtComplaint: true,
    });

    expect(complaints.join('\n')).toMatch(/kill .*the file has 0 rows/);
  });
});
