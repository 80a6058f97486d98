import { afterEach, vi } from 'vitest';

export const dayMs = 86_400_000;

/** A Monday in the future, 10:00 UTC, in a week without a daylight saving change. */
export const monday = Date.UTC(2030, 5, 3, 10);

/**
 * Sets the clock of this process until the test ends. Workers run in this process and use it; the engines do not.
 * @param at epoch milliseconds
 */
export function setClock(at: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
}

afterEach(() => {
  vi.useRealTimers();
});
