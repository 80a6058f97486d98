import { changeCounter, markKey, readMark } from '#lib/statistics/items.ts';
import { utcDay } from '#lib/statistics/utc-days.ts';
import type { Update } from '#lib/storage/table.ts';

/**
 * Sort keys of today's marks that this container has already written. These marks still exist, because a day is rolled up one
 * hour after its end, when no container treats it as today.
 */
const marked = new Set<string>();
let markedDay = '';
/** Limits the memory of the cache. */
const markedMax = 50_000;

/** Marks that a workspace has new counts on a day, so that the day is rolled up. Runs in the publishing transaction. */
export function markDay(workspaceId: string, at: number): Update {
  return { update: markKey(workspaceId, utcDay(at)), add: { [changeCounter]: 1 } };
}

/**
 * Whether the mark is already written. One mark is enough for today. Other days are marked each time, because they may be
 * rolled up in the meantime.
 */
export function isMarked({ update }: Update, now: number): boolean {
  return utcDay(now) === markedDay && marked.has(update.sk);
}

/** Call this with the marks that were committed. */
export function cacheMarks(marks: readonly Update[], now: number): void {
  const today = utcDay(now);
  if (markedDay !== today || marked.size > markedMax) {
    marked.clear();
    markedDay = today;
  }
  for (const { update } of marks) if (readMark(update).day === today) marked.add(update.sk);
}
