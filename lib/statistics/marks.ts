import { changes, markKey, readMark } from '#lib/statistics/items.ts';
import { utcDay } from '#lib/statistics/utc-days.ts';
import type { Update } from '#lib/storage/table.ts';

/** What this container has marked of today. A day is folded an hour after its end, when nobody takes it for today. */
const marked = new Set<string>();
let markedDay = '';
const markedMax = 50_000;

/** Says that a workspace counted something in a day, so that the day is folded. Part of publishing. */
export function markDay(workspaceId: string, at: number): Update {
  return { update: markKey(workspaceId, utcDay(at)), add: { [changes]: 1 } };
}

/** Of today one mark is enough, of other days there must be one each time: they may be folded already. */
export function isMarked({ update }: Update, now: number): boolean {
  return utcDay(now) === markedDay && marked.has(update.sk);
}

/** To be called with what was committed. */
export function rememberMarks(marks: readonly Update[], now: number): void {
  const today = utcDay(now);
  if (markedDay !== today || marked.size > markedMax) {
    marked.clear();
    markedDay = today;
  }
  for (const { update } of marks) if (readMark(update).day === today) marked.add(update.sk);
}
