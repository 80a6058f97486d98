import { setTimeout as pause } from 'node:timers/promises';

const drainMsMax = 20_000;
const pollMs = 10;

/** Lets all invocations pass until it is closed. */
export function createInvocationGate() {
  let opened: Promise<void> | undefined;
  let passing = 0;

  return {
    async pass<Result>(invoke: () => Promise<Result>): Promise<Result> {
      while (opened !== undefined) await opened;
      passing += 1;
      try {
        return await invoke();
      } finally {
        passing -= 1;
      }
    },
    /**
     * Holds new invocations. Resolves when the running ones have ended, or after 20 s: one of them may wait for a request
     * that is held.
     * @returns a function that opens the gate
     */
    async close(): Promise<() => void> {
      while (opened !== undefined) await opened;
      const opening = Promise.withResolvers<void>();
      opened = opening.promise;
      const deadline = performance.now() + drainMsMax;
      while (passing > 0 && performance.now() < deadline) await pause(pollMs);

      return () => {
        opened = undefined;
        opening.resolve();
      };
    },
  };
}
