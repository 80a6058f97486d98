type Action = () => Promise<void>;

interface Entry {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Entries of the same time run in the order of their addition. */
  readonly order: number;
  readonly action: Action;
}

/** A clock that jumps from one scheduled action to the next. */
export interface Timeline {
  /** Epoch milliseconds. */
  now(): number;
  /** Schedules an action; an earlier time than now means now. @param at epoch milliseconds */
  add(at: number, action: Action): void;
  /** Runs all actions before `end`, one after the other. Later actions stay scheduled. */
  runUntil(end: number): Promise<void>;
}

/** @param begin epoch milliseconds */
export function createTimeline(begin: number): Timeline {
  let now = begin;
  let count = 0;
  const heap: Entry[] = [];

  return {
    now: () => now,
    add: (at, action) => push(heap, { at: Math.max(at, now), order: count++, action }),
    async runUntil(end) {
      for (let [next] = heap; next !== undefined && next.at < end; [next] = heap) {
        pop(heap);
        now = next.at;
        await next.action();
      }
      now = Math.max(now, end);
    },
  };
}

/*
 * A binary heap: the entry at position n is not later than its children, at 2n + 1 and 2n + 2. So the first entry is the next
 * one.
 */

function isBefore(one: Entry, other: Entry): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

function push(heap: Entry[], entry: Entry): void {
  let position = heap.length;
  for (;;) {
    const above = (position - 1) >> 1;
    const parent = heap[above];
    if (!parent || !isBefore(entry, parent)) break;
    heap[position] = parent;
    position = above;
  }
  heap[position] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let position = 0;
  for (;;) {
    const [left, right] = [heap[2 * position + 1], heap[2 * position + 2]];
    if (!left) break;
    const isRight = right !== undefined && isBefore(right, left);
    const child = isRight ? right : left;
    if (!isBefore(child, last)) break;
    heap[position] = child;
    position = 2 * position + (isRight ? 2 : 1);
  }
  heap[position] = last;
}
