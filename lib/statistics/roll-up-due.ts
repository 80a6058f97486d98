import { hasUnpublished } from '#lib/commit/outbox.ts';
import { log } from '#lib/runtime/log.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { ifUnchanged, markPartition, markShards, readMark } from '#lib/statistics/items.ts';
import { compareDay, type Difference, describeDifference, recountDay } from '#lib/statistics/recount.ts';
import { rollUpDay, rollUpDaysBefore } from '#lib/statistics/roll-up.ts';
import { firstOpenDay, halfMonthOf } from '#lib/statistics/utc-days.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Item } from '#lib/storage/table.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { isSameValue } from '#lib/values/same-value.ts';

const pageSize = 100;
/** Scopes that are rolled up concurrently. */
const scopesAtOnce = 8;
/** A run starts no further day after this time; the next run continues. Milliseconds. The function has 15 minutes. */
const workMs = 10 * 60_000;

/**
 * Rolls up each completed day that has new counts, after comparing it with the ledger. An interrupted run continues in the
 * next one: a day keeps its mark until it is completely rolled up, and later counts mark it again. A failed day does not
 * block other workspaces.
 * @throws after all other days, when a day failed
 */
export async function rollUpDueDays(services: Services): Promise<void> {
  const until = services.now() + workMs;
  const failuresByShard = await Promise.all(
    Array.from({ length: markShards }, (_, shard) => rollUpShard(services, shard, until)),
  );
  const failures = failuresByShard.reduce((sum, count) => sum + count, 0);
  if (failures > 0) throw new Error(`the days of ${failures} workspace(s) could not be rolled up`);
}

/**
 * After a failed day, later days of the same workspace wait, because a half-month is rolled up in order of its days.
 * @returns the number of workspaces with a failed day
 */
async function rollUpShard(services: Services, shard: number, until: number): Promise<number> {
  const failed = new Set<string>();
  for await (const mark of dueMarks(services, shard)) {
    if (services.now() > until) break;
    const { workspaceId, day } = readMark(mark);
    if (failed.has(workspaceId)) continue;
    await rollUpMarkedDay(services, mark).catch((error: unknown) => {
      log('error', 'day not rolled up', { workspaceId, day }, error);
      failed.add(workspaceId);
    });
  }

  return failed.size;
}

/** Oldest days first, so that a half-month is complete when the first day after it is rolled up. */
function dueMarks({ table, now }: Services, shard: number): AsyncGenerator<Item> {
  return readItems(table, {
    pk: markPartition(shard),
    // Excludes the open day: its marks, `<day>#<workspace>`, sort after the day itself.
    to: firstOpenDay(now()),
    limit: pageSize,
    consistent: true,
  });
}

/** Rolls up a day of a workspace for all its scopes, and deletes the mark. */
async function rollUpMarkedDay(services: Services, mark: Item): Promise<void> {
  const { table } = services;
  const { day, workspaceId } = readMark(mark);
  const scopes = await comparedScopes(services, workspaceId, day);
  if (!scopes) return;
  try {
    for (const chunk of chunksOf(scopes, scopesAtOnce)) {
      const results = await Promise.allSettled(
        chunk.map(async (scopeId) => {
          await rollUpDay(table, workspaceId, scopeId, day);
          await rollUpDaysBefore(table, workspaceId, scopeId, halfMonthOf(day));
        }),
      );
      // Wait for all: a roll-up that continues in the background would be frozen with the instance.
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    }
    await transactIf(table, [{ delete: { pk: mark.pk, sk: mark.sk }, if: ifUnchanged(mark) }]);
  } catch (error) {
    // Counts were added to the day concurrently, so it keeps its mark.
    if (!(error instanceof StaleDecision)) throw error;
  }
}

/**
 * The scopes of a day to roll up; undefined while the day may have uncounted events. Differences from the ledger are logged,
 * not repaired, and only if a second comparison finds the same. The first one may have run between an event's commit and its
 * count.
 */
async function comparedScopes(
  { table }: Services,
  workspaceId: string,
  day: string,
): Promise<(string | undefined)[] | undefined> {
  const compare = async () => {
    const recount = await recountDay(table, workspaceId, day);

    return { scopes: [...recount.keys()], differences: await compareDay(table, workspaceId, day, recount) };
  };
  const first = await compare();
  if (first.differences.length === 0) return first.scopes;
  if (await hasUnpublished(table, workspaceId)) return undefined;
  const second = await compare();
  if (second.differences.length === 0) return second.scopes;
  if (!isSameValue(first.differences, second.differences) || (await hasUnpublished(table, workspaceId)))
    return undefined;
  for (const difference of second.differences) logDifference(workspaceId, difference);

  return second.scopes;
}

function logDifference(workspaceId: string, difference: Difference): void {
  const { day, scopeId = workspaceId } = difference;
  log('error', 'statistics differ from the ledger', {
    workspaceId,
    scopeId,
    day,
    outcome: describeDifference(difference),
  });
}
