import { afterEach, vi } from 'vitest';

export const dayMs = 86_400_000;

/** Ten o'clock in the morning in UTC, a week in which no clock is moved, after whatever day this is. */
export const monday = Date.UTC(2030, 5, 3, 10);

/**
 * Moves the clock of this process, and of nothing else: the workers that it runs live later, the engines do not.
 * Ends with the test.
 * @param at epoch milliseconds
 */
export function setClock(at: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
}

afterEach(() => {
  vi.useRealTimers();
});
