import * as z from 'zod/mini';
import { auditPartition } from '#lib/audit-log/record.ts';
import { missingItems } from '#lib/storage/compare-tables.ts';
import { ulidTime } from '#lib/values/ids.ts';
import { Problem } from '#lib/values/problem.ts';
import type { Tables } from './restore-security.ts';

/** More than point-in-time recovery reaches back, which is 35 days. */
const restorableMs = 36 * 86_400_000;
const pageSize = 100;

/** A change of the live table that the restored table does not have. */
const LostChange = z.object({ operation: z.string(), resourceId: z.optional(z.string()) });
export type LostChange = z.infer<typeof LostChange>;

/** The changes of the last 36 days, oldest first, that the audit log of the restored table does not have. */
export async function readLostChanges(
  { restored, live }: Tables,
  workspaceId: string,
): Promise<LostChange[]> {
  const pk = auditPartition(workspaceId);
  const from = `aud_${ulidTime(Math.max(0, restored.now() - restorableMs))}`;

  return Array.fromAsync(missingItems(live, restored.table, { pk, from }), (item) => LostChange.parse(item));
}

/**
 * Protects against exchanged tables and against a run after the switch of traffic: then newer keys and users would end.
 * @param command entries of this command do not count
 * @throws Problem if the newest change of the restored table is not in the live table
 */
export async function requireOlderState(
  { restored, live }: Tables,
  workspaceId: string,
  command: string,
): Promise<void> {
  const pk = auditPartition(workspaceId);
  let before = 'aud_\uffff';
  for (;;) {
    const { items, hasMore } = await restored.table.query({
      pk,
      sk: { before },
      descending: true,
      limit: pageSize,
    });
    const newest = items.find(({ operation }) => operation !== `admin ${command}`);
    if (newest && !(await live.get({ pk, sk: newest.sk })))
      throw new Problem(
        'VALIDATION_ERROR',
        `the workspace ${workspaceId} has changes that are missing in the table of --from: TABLE_NAME must be the restored table, before the stage uses it`,
      );
    const last = items.at(-1);
    if (newest || !hasMore || !last) return;
    before = last.sk;
  }
}
