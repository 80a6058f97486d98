import { afterEach, vi } from 'vitest';

/**
 * Moves the clock of this process, and of nothing else: the workers that it runs live later, the engines do not.
 * Ends with the test. @param at epoch milliseconds
 */
export function setClock(at: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
}

afterEach(() => {
  vi.useRealTimers();
});
