import type { RateWindow } from '#lib/http/rate-window.ts';

/**
 * Until when somebody is known to have used up a window. Only time can free a window, so refusing from memory is exact,
 * and it shields the table from a client that keeps calling.
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
