import type { RateWindow } from '#lib/http/rate-window.ts';

/**
 * Callers that have used up a window, with that window. Only time frees a window, so rejecting from this cache is exact. It
 * protects the table from clients that keep calling.
 */
const full = new Map<string, RateWindow>();
const rememberedMax = 10_000;

export function knownFull(who: string, now: number): RateWindow | undefined {
  const window = full.get(who);

  return window && window.resetAt > now ? window : undefined;
}

export function rememberFull(who: string, window: RateWindow): void {
  if (full.size >= rememberedMax) full.clear();
  full.set(who, window);
}
