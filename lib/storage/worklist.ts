import { selectFairShares } from '#lib/storage/fair-shares.ts';
import { shardOf, shardsOf } from '#lib/storage/item.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import type { QueuedWork } from '#lib/values/queues.ts';

/** Kinds of pending work. The sweeper finds such work even if its queue message is lost. */
export type WorkKind = QueuedWork | 'account_health' | 'inbox' | 'tracking_domain' | 'unknown_send';

const worklistShards = 4;

/** Keys per query of one shard. */
const pageSize = 1000;
/**
 * Maximum keys to read of one shard before the result is limited to fair shares per workspace. A larger backlog of one workspace
 * can hide the items of others, which are due later. Reading this many keys costs 600 read units, only while such a backlog
 * exists.
 */
const keysReadMax = 20_000;

/** Attributes that put an item on a worklist. Without them, the item is not on a worklist. @param dueAt epoch milliseconds */
export function worklistAttributes(
  kind: WorkKind,
  id: string,
  dueAt: number,
): { gsi3pk: string; gsi3sk: string } {
  return { gsi3pk: `WORK#${kind}#${shardOf(id, worklistShards)}`, gsi3sk: sortableTime(dueAt) };
}

/** Attributes to remove from an item so that it leaves its worklist. */
export const worklistAttributeNames = ['gsi3pk', 'gsi3sk'] as const;

/**
 * Keys of items that were due before a time, of all shards together: at most `limit`, including the oldest. If more items are
 * due, each workspace gets an equal share and starts at a random item. So neither a backlog of one workspace nor items that
 * stay due block others.
 */
export async function readDueWork(
  table: Table,
  kind: WorkKind,
  before: number,
  limit: number,
): Promise<readonly Item[]> {
  const pages = await Promise.all(
    worklistPartitions(kind).map((partition) => readShard(table, partition, before)),
  );
  const oldestFirst = pages.flat().sort((one, other) => dueAtOf(one) - dueAtOf(other));

  return selectFairShares(oldestFirst, workspaceOf, limit);
}

/** The workspace of a work item's key, `<prefix>#<workspace id>…`. */
function workspaceOf({ pk }: Item): string {
  return pk.split('#')[1] ?? pk;
}

/**
 * Reads a shard page by page, oldest first. Items with the same due time as the last item of a page are skipped if they are on
 * the next page. They stay on the worklist, so a later call returns them.
 */
async function readShard(table: Table, pk: string, before: number): Promise<Item[]> {
  const keys: Item[] = [];
  for (let from = 0; from < before && keys.length < keysReadMax; ) {
    const sk = { from: sortableTime(from), to: sortableTime(before - 1) };
    const { items, hasMore } = await table.query({ index: 'gsi3', pk, sk, limit: pageSize });
    keys.push(...items);
    const last = items.at(-1);
    if (!hasMore || !last) break;
    from = dueAtOf(last) + 1;
  }

  return keys;
}

/** Epoch milliseconds as text with the same sort order, until the year 2286. */
export function sortableTime(epochMs: number): string {
  return String(epochMs).padStart(13, '0');
}

/** Due time of a worklist item, in epoch milliseconds. */
export const dueAtOf = ({ gsi3sk }: Item): number => Number(gsi3sk);

/** The partitions of index `gsi3` that hold the work of one kind, for all workspaces. */
function worklistPartitions(kind: WorkKind): string[] {
  return shardsOf(`WORK#${kind}`, worklistShards);
}
