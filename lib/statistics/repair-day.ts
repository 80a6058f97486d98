import { hasUnpublished } from '#lib/commit/outbox.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { statisticsUpdate } from '#lib/statistics/counters.ts';
import {
  hourSortKey,
  ifUnchanged,
  markKey,
  quarterAttribute,
  statsPartition,
} from '#lib/statistics/items.ts';
import { statKinds } from '#lib/statistics/kinds.ts';
import { markDay } from '#lib/statistics/marks.ts';
import { compareDay, type Difference, recountDay } from '#lib/statistics/recount.ts';
import { quarterMs, quartersOfDay } from '#lib/statistics/utc-days.ts';
import type { Table, Write } from '#lib/storage/table.ts';

interface RepairedDifference extends Difference {
  /** False without `repair`, or if new counts on the day or uncounted events of the workspace prevented every attempt. */
  readonly isRepaired: boolean;
}

/**
 * Compares a day with the ledger and, with `repair`, adds missing counts to its hours. Safe to run concurrently with counting
 * and roll-ups: if the day changed since the comparison, the repair is rejected and starts again. Idempotent. Without
 * `repair`, reported differences may be events that are about to be counted.
 * @param scopes scopes without events on the day that may still have counts
 * @returns the differences before the repair
 */
export async function repairDay(
  table: Table,
  workspaceId: string,
  day: string,
  { scopes, repair }: { readonly scopes: readonly string[]; readonly repair: boolean },
): Promise<RepairedDifference[]> {
  const { differences } = await compareWithLedger(table, workspaceId, day, scopes);
  const remaining = repair ? await repairScopes(table, workspaceId, day, scopes, differences) : differences;
  const isRemaining = ({ scopeId }: Difference) => remaining.some((left) => left.scopeId === scopeId);

  return differences.map((difference) => ({ ...difference, isRepaired: !isRemaining(difference) }));
}

/** @returns the differences that were not repaired, because of concurrent counts */
async function repairScopes(
  table: Table,
  workspaceId: string,
  day: string,
  scopes: readonly string[],
  found: readonly Difference[],
): Promise<readonly Difference[]> {
  // Each transaction repairs one scope, and the next iteration compares the day again.
  let remaining = found;
  try {
    while (remaining.length > 0) {
      remaining = await retryOnConflict(async () => {
        const { mark, differences } = await compareWithLedger(table, workspaceId, day, scopes);
        const [difference] = differences;
        if (!difference) return [];
        if (await hasUnpublished(table, workspaceId))
          throw new StaleDecision('the workspace has uncounted events');
        const otherwise = () => new StaleDecision('the day was counted in concurrently');
        const markUpdate = { ...markDay(workspaceId, Date.parse(day)), if: ifUnchanged(mark), otherwise };
        await table.transact([markUpdate, ...missingCountUpdates(workspaceId, difference)]);

        return differences.slice(1);
      });
    }
  } catch (error) {
    if (!(error instanceof StaleDecision)) throw error;
  }

  return remaining;
}

async function compareWithLedger(table: Table, workspaceId: string, day: string, scopes: readonly string[]) {
  // Read first, so that any later count changes the mark.
  const mark = await table.get(markKey(workspaceId, day), { consistent: true });
  const recount = await recountDay(table, workspaceId, day);

  return { mark, differences: await compareDay(table, workspaceId, day, recount, scopes) };
}

/** Updates that add a scope's missing counts to the hours of the day. `missing` has the quarters of one kind after another. */
function missingCountUpdates(workspaceId: string, { day, scopeId, missing }: Difference): Write[] {
  const pk = statsPartition(workspaceId, scopeId);
  const hours = new Map<string, Record<string, number>>();
  for (const [position, number] of missing.entries()) {
    const kind = statKinds[Math.floor(position / quartersOfDay)];
    if (number === 0 || kind === undefined) continue;
    const at = Date.parse(day) + (position % quartersOfDay) * quarterMs;
    const hour = hours.get(hourSortKey(at)) ?? {};
    hours.set(hourSortKey(at), { ...hour, [quarterAttribute(kind, at)]: number });
  }

  return [...hours].map(([sk, added]) => statisticsUpdate({ pk, sk }, added));
}
