import { type Condition, ConditionFailed, type Item, type Key, type Table } from '#lib/storage/table.ts';

export const windowMs = 60_000;

const triesMax = 20;

export interface RateWindow {
  readonly limit: number;
  readonly remaining: number;
  /** Epoch milliseconds. */
  readonly resetAt: number;
}

export type Taken =
  | { readonly kind: 'taken'; readonly item: Item; readonly window: RateWindow }
  | { readonly kind: 'full'; readonly window: RateWindow }
  /** The guard does not hold, or there is no such item. */
  | { readonly kind: 'refused' };

export interface WindowRequest {
  readonly key: Key;
  readonly limit: number;
  /** Epoch milliseconds, from the gateway: one clock for all functions. */
  readonly now: number;
  /** Must hold for the request to count at all; without one, the item is made when it is missing. */
  readonly guard?: { readonly condition: Condition; readonly holds: (item: Item) => boolean };
  readonly set?: Readonly<Record<string, unknown>>;
}

/**
 * Counts a request in its item's window of 60 s, which begins with the first request in it: of any `limit + 1`
 * requests within 60 s of a window's start the last is refused, whoever counts them. One write in an open window,
 * two to open one. A refused request does not count.
 */
export async function takeFromWindow(table: Table, request: WindowRequest): Promise<Taken> {
  const { key, limit, now, guard, set = {} } = request;
  let counting = await tryCount(table, request);

  for (let tries = 0; tries < triesMax; tries++) {
    if (!('lost' in counting)) return counting;
    const { lost } = counting;
    if (guard && (lost === undefined || !guard.holds(lost))) return { kind: 'refused' };

    const { start, count } = readWindow(lost);
    if (start > now - windowMs && count >= limit) {
      return { kind: 'full', window: { limit, remaining: 0, resetAt: start + windowMs } };
    }
    if (start > now - windowMs) {
      counting = await tryCount(table, request);
    } else {
      counting = await attempt(limit, () =>
        table.update({
          update: key,
          set: { ...set, windowStart: now, windowCount: 1 },
          if: {
            ...guard?.condition,
            windowStart: lost?.['windowStart'] === undefined ? 'absent' : { is: start },
          },
        }),
      );
    }
  }

  throw new Error('the rate window kept changing');
}

function tryCount(table: Table, { key, limit, now, guard, set = {} }: WindowRequest) {
  return attempt(limit, () =>
    table.update({
      update: key,
      set,
      add: { windowCount: 1 },
      if: { ...guard?.condition, windowStart: { above: now - windowMs }, windowCount: { below: limit } },
    }),
  );
}

async function attempt(
  limit: number,
  write: () => Promise<Item>,
): Promise<Taken | { readonly lost: Item | undefined }> {
  try {
    const item = await write();
    const { start, count } = readWindow(item);

    return { kind: 'taken', item, window: { limit, remaining: limit - count, resetAt: start + windowMs } };
  } catch (error) {
    if (error instanceof ConditionFailed) return { lost: error.found };
    throw error;
  }
}

function readWindow(item: Item | undefined): { start: number; count: number } {
  return { start: Number(item?.['windowStart'] ?? 0), count: Number(item?.['windowCount'] ?? 0) };
}
