import { commit } from '#lib/commit/commit.ts';
import { planExport } from '#lib/exports/create.ts';
import { NewExport } from '#lib/exports/export.ts';
import { exportKey } from '#lib/exports/items.ts';
import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets, writeTarget } from '../support/figures.ts';
import { addCopies } from '../support/fixtures.ts';
import { deliverMessage } from '../support/invoke.ts';

/** An export of contacts. @returns its id */
export async function seedExport(bench: Bench, workspaceId: string): Promise<string> {
  const input = NewExport.parse({ type: 'contacts', format: 'csv' });
  const change = await planExport(bench, workspaceId, input);
  await commit(bench, workspaceId, change);

  return change.result.id;
}

const anExport: EndpointSubject['prepare'] = async (bench, workspaceId) => ({
  params: { id: await seedExport(bench, workspaceId) },
});

export const exportSubjects: readonly EndpointSubject[] = [
  {
    // The export with its place in the worklist, its place among the unfinished ones, the outbox.
    operation: 'exports.create',
    target: writeTarget(3, 1),
    why: 'the places of unfinished exports are read first, to limit them',
    prepare: () => ({ body: { type: 'contacts', format: 'csv', filter: { tag: 'lead' } } }),
  },
  {
    operation: 'exports.list',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      const exportId = await seedExport(bench, workspaceId);
      await deliverMessage('exports.run', { workspaceId, exportId });
      await addCopies(bench, exportKey({ workspaceId, id: exportId }), 'exp', manyItems);

      return {};
    },
  },
  { operation: 'exports.get', target: readTargets.one, prepare: anExport },
  {
    // The export with its place in the worklist, its place among the unfinished ones, the outbox.
    operation: 'exports.delete',
    target: writeTarget(3, 1),
    why: 'the entry in the worklist moves to another time, which deletes one index entry and writes another',
    prepare: anExport,
  },
];
