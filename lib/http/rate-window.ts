import {
  type Condition,
  ConditionFailed,
  type Item,
  type Key,
  type Table,
  updateIf,
} from '#lib/storage/table.ts';
import { Problem } from '#lib/values/problem.ts';

/** The minute of the specification's rate limit. */
export const windowMs = 60_000;

/**
 * Clocks of the gateway's hosts differ by at most seconds. A window that starts further in the future than this was stored
 * by a clock that was ahead. It counts as ended: otherwise, once full, it would reject requests until after that start.
 */
export const clockSkewMsMax = 60_000;

/** Maximum attempts to count one request while concurrent requests open or fill the window. */
const triesMax = 20;

export interface RateWindow {
  readonly limit: number;
  readonly remaining: number;
  /** Epoch milliseconds. */
  readonly resetAt: number;
}

export type WindowResult =
  | { readonly kind: 'counted'; readonly window: RateWindow }
  | { readonly kind: 'full'; readonly window: RateWindow }
  /** The guard has not verified the caller. */
  | { readonly kind: 'refused' };

/** Problem 429 for a window other than the caller's, such as the window of failed logins for an email address. */
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
  /** Length of the window in milliseconds. Default 60 s. */
  readonly windowMs?: number;
  /** Epoch milliseconds, from the gateway: one clock for all functions. */
  readonly now: number;
  /** Without a guard, every request is counted, and a missing item is created. */
  readonly guard?: WindowGuard;
  /** Further attributes to set when the request is counted. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Attributes to remove when a window is opened. @param current the item as it was */
  readonly removeOnOpen?: (current: Item | undefined) => Promise<readonly string[]>;
}

/**
 * Verifies the caller while the request is counted, which adds no round trip. A caller that is not verified can neither create
 * a window nor use the slots of another caller.
 */
interface WindowGuard {
  /** Holds only for a caller that set these attributes with an earlier request. */
  readonly condition: Condition;
  /** @param window the item; undefined if it does not exist */
  readonly isVerified: (window: Item | undefined) => Promise<boolean>;
}

/**
 * Counts a request in a fixed window that starts with its first request. Of `limit + 1` requests within it, the last is rejected
 * and not counted, even if different functions count them. Costs one write in an open window and two writes to open one.
 */
export async function acquireWindowSlot(table: Table, request: WindowRequest): Promise<WindowResult> {
  const { key, limit, now, guard, set = {}, removeOnOpen, windowMs: lengthMs = windowMs } = request;
  let result = await tryToCount(request, () => countInOpenWindow(table, request, guard?.condition));
  const window = 'current' in result ? result.current : result.item;
  if (guard && !(await guard.isVerified(window))) {
    if ('item' in result) await endGuardedCounting(table, key, result.item, guard);

    return { kind: 'refused' };
  }

  for (let tries = 0; tries < triesMax; tries++) {
    if (!('current' in result)) return result;
    const { current } = result;
    const { start, counted } = readWindow(current);
    const isWindowOpen = start > now - lengthMs && start <= now + clockSkewMsMax;
    if (isWindowOpen && counted >= limit) {
      return { kind: 'full', window: { limit, remaining: 0, resetAt: start + lengthMs } };
    }
    if (isWindowOpen) {
      result = await tryToCount(request, () => countInOpenWindow(table, request));
    } else {
      // Opens a new window, unless another request has just opened one.
      const remove = (await removeOnOpen?.(current)) ?? [];
      result = await tryToCount(request, () =>
        table.update({
          update: key,
          set: { ...set, windowStart: now, windowCount: 1 },
          remove,
          if: { windowStart: current?.['windowStart'] === undefined ? 'absent' : { is: start } },
        }),
      );
    }
  }

  throw new Error('the rate window changed during every attempt');
}

/**
 * Releases the slot of a caller that was counted by attributes of earlier requests but is no longer valid, such as an ended session,
 * and removes these attributes, so that further requests are not counted.
 */
async function endGuardedCounting(table: Table, update: Key, counted: Item, { condition }: WindowGuard) {
  await updateIf(table, {
    update,
    add: { windowCount: -1 },
    remove: Object.keys(condition),
    if: { windowStart: { is: readWindow(counted).start }, windowCount: { above: 0 } },
  });
}

/** Identifies a counted request, so that its slot can be released. */
export interface WindowSlot {
  readonly key: Key;
  /** Start of the window that counted the request; epoch milliseconds. */
  readonly windowStart: number;
}

/**
 * Counts an attempt before it is processed, so that concurrent attempts cannot exceed the limit. The item expires some time
 * after its window.
 * @throws RateLimited
 */
export async function countLimitedAttempt(
  table: Table,
  request: Required<Pick<WindowRequest, 'key' | 'limit' | 'windowMs' | 'now'>>,
  message: string,
): Promise<WindowSlot> {
  const { key, now, windowMs } = request;
  const set = { expiresAtEpochSeconds: Math.ceil((now + 2 * windowMs) / 1000) };
  const result = await acquireWindowSlot(table, { ...request, set });
  if (result.kind === 'refused') throw new Error('a window without a guard rejected a request');
  if (result.kind === 'full') throw new RateLimited(`${message}; try again later`, result.window);

  return { key, windowStart: result.window.resetAt - windowMs };
}

/** Releases a slot. Does nothing when the slot's window has ended or was cleared. */
export async function releaseWindowSlot(table: Table, { key, windowStart }: WindowSlot): Promise<void> {
  await updateIf(table, {
    update: key,
    add: { windowCount: -1 },
    if: { windowStart: { is: windowStart }, windowCount: { above: 0 } },
  });
}

/** Fails if no window is open or the window is full. */
function countInOpenWindow(
  table: Table,
  { key, limit, now, set = {}, windowMs: lengthMs = windowMs }: WindowRequest,
  guardCondition?: Condition,
): Promise<Item> {
  const latestEndedStart = now - lengthMs;
  const windowStart = { between: [latestEndedStart + 1, now + clockSkewMsMax] } as const;

  return table.update({
    update: key,
    set,
    add: { windowCount: 1 },
    if: { ...guardCondition, windowStart, windowCount: { below: limit } },
  });
}

/** Runs a write that counts a request. @returns `current`, the item as it was, if the write's condition failed */
async function tryToCount(
  { limit, windowMs: lengthMs = windowMs }: WindowRequest,
  write: () => Promise<Item>,
): Promise<(WindowResult & { readonly item: Item }) | { readonly current: Item | undefined }> {
  try {
    const item = await write();
    const { start, counted } = readWindow(item);
    const window = { limit, remaining: limit - counted, resetAt: start + lengthMs };

    return { kind: 'counted', item, window };
  } catch (error) {
    if (error instanceof ConditionFailed) return { current: error.found };
    throw error;
  }
}

function readWindow(item: Item | undefined): { start: number; counted: number } {
  return { start: Number(item?.['windowStart'] ?? 0), counted: Number(item?.['windowCount'] ?? 0) };
}

/**
 * Full windows by caller. A full window accepts no request until it ends, so a rejection from this cache is exact. The cache
 * protects the table from clients that keep calling.
 */
const fullWindows = new Map<string, RateWindow>();
const entriesMax = 10_000;

export function cachedFullWindow(key: string, now: number): RateWindow | undefined {
  const window = fullWindows.get(key);
  const isOpen = window && window.resetAt > now && window.resetAt <= now + windowMs + clockSkewMsMax;

  return isOpen ? window : undefined;
}

/** Only for windows of the default length. */
export function cacheFullWindow(key: string, window: RateWindow): void {
  if (fullWindows.size >= entriesMax) fullWindows.clear();
  fullWindows.set(key, window);
}
