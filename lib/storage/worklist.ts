import { takeShares } from '#lib/storage/fair-shares.ts';
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

/** Keys read at once of each shard. */
const pageSize = 1000;
/**
 * Keys read of each shard in all, before each workspace gets its share of `limit`: the backlog of one workspace hides the items
 * of others only beyond that. They cost 600 read units, which are paid only while there is such a backlog.
 */
const readMax = 20_000;

/** Attributes that put an item on a worklist until they are removed. @param dueAt epoch milliseconds */
export function worklistPlace(kind: WorkKind, id: string, dueAt: number): { gsi3pk: string; gsi3sk: string } {
  return { gsi3pk: worklistPartition(kind, shardOf(id, worklistShards)), gsi3sk: sortableTime(dueAt) };
}

export const noWorklistPlace = ['gsi3pk', 'gsi3sk'] as const;

/**
 * Keys of items that were due before a moment: at most `limit` of all shards together, the oldest item among them. If more
 * are due, the workspaces take turns, and each begins at a random item of its own. So neither a workspace's backlog nor
 * items that stay due for ever keep others off the list.
 */
export async function dueWork(
  table: Table,
  kind: WorkKind,
  before: number,
  limit: number,
): Promise<readonly Item[]> {
  const pages = await Promise.all(
    worklistPartitions(kind).map((partition) => readShard(table, partition, before)),
  );
  const oldestFirst = pages.flat().sort((one, other) => dueAtOf(one) - dueAtOf(other));

  return takeShares(oldestFirst, ({ pk }) => pk.split('#')[1] ?? pk, limit);
}

/** Oldest first. Between two pages, items that are due in the same millisecond are left to the next call. */
async function readShard(table: Table, pk: string, before: number): Promise<Item[]> {
  const found: Item[] = [];
  for (let from = 0; from < before && found.length < readMax; ) {
    const sk = { from: sortableTime(from), to: sortableTime(before - 1) };
    const { items, more } = await table.query({ index: 'gsi3', pk, sk, limit: pageSize });
    found.push(...items);
    const last = items.at(-1);
    if (!more || !last) break;
    from = dueAtOf(last) + 1;
  }

  return found;
}

/** Epoch milliseconds as text that sorts like the number, until the year 2286. */
export function sortableTime(epochMs: number): string {
  return String(epochMs).padStart(13, '0');
}

/** When an item of a worklist is due, in epoch milliseconds. */
export const dueAtOf = ({ gsi3sk }: Item): number => Number(gsi3sk);

/** The partitions of the index `gsi3` that hold the work of a kind, of all workspaces. */
export function worklistPartitions(kind: WorkKind): string[] {
  return Array.from({ length: worklistShards }, (_, shard) => worklistPartition(kind, shard));
}

function worklistPartition(kind: WorkKind, shard: number): string {
  return `WORK#${kind}#${shard}`;
}
