import type { RateWindow } from '#lib/http/rate-window.ts';

/**
 * Callers that have used up a window, with that window. Only time frees a window, so rejecting from this cache is exact. It
 * protects the table from clients that keep calling.
 */
const fullWindows = new Map<string, RateWindow>();
const entriesMax = 10_000;

export function cachedFullWindow(key: string, now: number): RateWindow | undefined {
  const window = fullWindows.get(key);

  return window && window.resetAt > now ? window : undefined;
}

export function cacheFullWindow(key: string, window: RateWindow): void {
  if (fullWindows.size >= entriesMax) fullWindows.clear();
  fullWindows.set(key, window);
}
