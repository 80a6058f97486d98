import type { Change } from '#lib/commit/change.ts';
import { exportDue, exportKey, placeDelete } from '#lib/exports/items.ts';
import { findExport } from '#lib/exports/read.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timestamp } from '#lib/values/ids.ts';
import { notFound } from '#lib/values/problem.ts';

/**
 * Deletes an export, or stops it if it is unfinished. A worker deletes its file. If a worker has begun the export, its place is free
 * when the worker has stopped.
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
        if: {
          attempts: { is: stored.attempts },
          deletedAt: 'absent',
          endedAt: isUnfinished ? 'absent' : 'present',
        },
        otherwise: () => new StaleDecision('the export was begun, ended or deleted concurrently'),
      },
      ...(isUnfinished && stored.attempts === 0 ? [placeDelete(stored)] : []),
    ],
    messages: [{ queue: 'exports', message: { exportId } }],
    result: undefined,
  };
}
