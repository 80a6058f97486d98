import type { Change } from '#lib/commit/change.ts';
import { exportDue, exportKey, placeDelete } from '#lib/exports/items.ts';
import { findExport } from '#lib/exports/read.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timestamp } from '#lib/values/ids.ts';
import { notFound } from '#lib/values/problem.ts';

/**
 * Deletes an export, or stops it if it is unfinished. A worker deletes its file.
 * @throws Problem 404
 */
export async function planExportDeletion(
  { table, now }: Services,
  workspaceId: string,
  exportId: string,
): Promise<Change<undefined>> {
  const stored = await findExport(table, workspaceId, exportId);
  if (!stored || stored.deletedAt !== undefined) throw notFound();
  const deletedAt = timestamp(now());
  const isUnfinished = stored.endedAt === undefined;

  return {
    writes: [
      {
        update: exportKey(stored),
        // On the worklist, so that the sweeper resumes a deletion with a lost message.
        set: { deletedAt, endedAt: stored.endedAt ?? deletedAt, ...exportDue(stored, now()) },
        if: { pk: 'present', deletedAt: 'absent', endedAt: isUnfinished ? 'absent' : 'present' },
        otherwise: () => new StaleDecision('the export ended or was deleted concurrently'),
      },
      // Only an unfinished export occupies one of the places of the workspace.
      ...(isUnfinished ? [placeDelete(stored)] : []),
    ],
    messages: [{ queue: 'exports', message: { exportId } }],
    result: undefined,
  };
}
