import { shardOf } from '#lib/storage/shard.ts';
import type { Item, Table } from '#lib/storage/table.ts';

/** Work that must not be forgotten when its wake-up call is lost, by the kind of who does it. */
export type WorkKind =
  | 'account_health'
  | 'campaign'
  | 'job'
  | 'delivery'
  | 'import'
  | 'suppression'
  | 'tracking_domain'
  | 'unknown_send'
  | 'webhook';

const worklistShards = 4;

/** Attributes that put an item on a worklist until they are removed. @param dueAt epoch milliseconds */
export function worklistPlace(kind: WorkKind, id: string, dueAt: number): { gsi3pk: string; gsi3sk: string } {
  return { gsi3pk: worklistPartition(kind, shardOf(id, worklistShards)), gsi3sk: sortableTime(dueAt) };
}

export const noWorklistPlace = ['gsi3pk', 'gsi3sk'] as const;

/** Keys of items that were due before a moment, oldest first; at most `limit` of each shard. */
export async function dueWork(table: Table, kind: WorkKind, before: number, limit: number): Promise<Item[]> {
  const pages = await Promise.all(
    Array.from({ length: worklistShards }, (_, shard) =>
      table.query({
        index: 'gsi3',
        pk: worklistPartition(kind, shard),
        sk: { before: sortableTime(before) },
        limit,
      }),
    ),
  );

  return pages.flatMap((page) => page.items);
}

/** Epoch milliseconds as text that sorts like the number, until the year 2286. */
export function sortableTime(epochMs: number): string {
  return String(epochMs).padStart(13, '0');
}

function worklistPartition(kind: WorkKind, shard: number): string {
  return `WORK#${kind}#${shard}`;
}
