import { firstPosition } from './sorted-items.ts';

type Action = () => Promise<void>;

interface Entry {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly action: Action;
}

/** A clock that jumps from one scheduled action to the next. */
export interface Timeline {
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Schedules an action; an earlier time than now means now. Actions of the same time run in the order of their addition.
   * @param at epoch milliseconds
   */
  add(at: number, action: Action): void;
  /** Runs all actions before `end`, one after the other. Later actions stay scheduled. */
  runUntil(end: number): Promise<void>;
}

/** @param begin epoch milliseconds */
export function createTimeline(begin: number): Timeline {
  let now = begin;
  /** Sorted by time. */
  const entries: Entry[] = [];

  return {
    now: () => now,
    add(time, action) {
      const at = Math.max(time, now);
      const position = firstPosition(entries, (entry) => entry.at > at);
      entries.splice(position, 0, { at, action });
    },
    async runUntil(end) {
      for (let [next] = entries; next !== undefined && next.at < end; [next] = entries) {
        entries.shift();
        now = next.at;
        await next.action();
      }
      now = Math.max(now, end);
    },
  };
}
