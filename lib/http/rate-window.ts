import { type Condition, ConditionFailed, type Item, type Key, type Table } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { Problem } from '#lib/values/problem.ts';

/** The specification's minute. */
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

/** 429 of a window that is not the caller's own, such as that of an address somebody tries to log in at. */
export class RateLimited extends Problem {
  readonly window: RateWindow;

  constructor(message: string, window: RateWindow) {
    super('RATE_LIMITED', message);
    this.window = window;
  }
}

export interface WindowRequest {
  readonly key: Key;
  readonly limit: number;
  /** How long the window is, in milliseconds. Default 60 s. */
  readonly windowMs?: number;
  /** Epoch milliseconds, from the gateway: one clock for all functions. */
  readonly now: number;
  /** Must hold for the request to count at all; without one, the item is made when it is missing. */
  readonly guard?: { readonly condition: Condition; readonly holds: (item: Item) => boolean };
  readonly set?: Readonly<Record<string, unknown>>;
}

/**
 * Counts a request in its item's window, which begins with the first request in it: of any `limit + 1`
 * requests within 60 s of a window's start the last is refused, whoever counts them. One write in an open window,
 * two to open one. A refused request does not count.
 */
export async function takeFromWindow(table: Table, request: WindowRequest): Promise<Taken> {
  const { key, limit, now, guard, set = {} } = request;
  const length = request.windowMs ?? windowMs;
  const attempt = attemptIn(limit, length);
  let counting = await attempt(() => count(table, request));

  for (let tries = 0; tries < triesMax; tries++) {
    if (!('lost' in counting)) return counting;
    const { lost } = counting;
    if (guard && (lost === undefined || !guard.holds(lost))) return { kind: 'refused' };

    const { start, taken } = readWindow(lost);
    const isOpen = start > now - length;
    if (isOpen && taken >= limit) {
      return { kind: 'full', window: { limit, remaining: 0, resetAt: start + length } };
    }
    if (isOpen) {
      counting = await attempt(() => count(table, request));
    } else {
      counting = await attempt(() =>
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

/** What is needed to return a place. */
export interface TakenPlace {
  readonly key: Key;
  /** Of the window in which the place was taken; epoch milliseconds. */
  readonly windowStart: number;
}

/** Returns a place to the window in which it was taken. Does nothing when that window has ended or was cleared. */
export async function returnToWindow(table: Table, { key, windowStart }: TakenPlace): Promise<void> {
  await updateIf(table, {
    update: key,
    add: { windowCount: -1 },
    if: { windowStart: { is: windowStart }, windowCount: { above: 0 } },
  });
}

function count(table: Table, { key, limit, now, guard, set = {}, ...request }: WindowRequest): Promise<Item> {
  const opened = now - (request.windowMs ?? windowMs);

  return table.update({
    update: key,
    set,
    add: { windowCount: 1 },
    if: { ...guard?.condition, windowStart: { above: opened }, windowCount: { below: limit } },
  });
}

/** Makes a write, and says what it took or what stood in its way. */
function attemptIn(limit: number, length: number) {
  return async (write: () => Promise<Item>): Promise<Taken | { readonly lost: Item | undefined }> => {
    try {
      const item = await write();
      const { start, taken } = readWindow(item);

      return { kind: 'taken', item, window: { limit, remaining: limit - taken, resetAt: start + length } };
    } catch (error) {
      if (error instanceof ConditionFailed) return { lost: error.found };
      throw error;
    }
  };
}

function readWindow(item: Item | undefined): { start: number; taken: number } {
  return { start: Number(item?.['windowStart'] ?? 0), taken: Number(item?.['windowCount'] ?? 0) };
}
