import { setTimeout as pause } from 'node:timers/promises';

const drainMsMax = 20_000;
const pollMs = 10;

/** Lets all invocations pass until it is closed. */
export function createInvocationGate() {
  /** Undefined while the gate is open. */
  let reopening: Promise<void> | undefined;
  let runningCount = 0;

  return {
    async pass<Result>(invoke: () => Promise<Result>): Promise<Result> {
      while (reopening !== undefined) await reopening;
      runningCount += 1;
      try {
        return await invoke();
      } finally {
        runningCount -= 1;
      }
    },
    /**
     * Holds new invocations. Resolves when the running invocations have ended, or after 20 s, because a running invocation
     * may itself wait for a request that the gate holds.
     * @returns a function that opens the gate
     */
    async close(): Promise<() => void> {
      while (reopening !== undefined) await reopening;
      const opening = Promise.withResolvers<void>();
      reopening = opening.promise;
      const deadline = performance.now() + drainMsMax;
      while (runningCount > 0 && performance.now() < deadline) await pause(pollMs);

      return () => {
        reopening = undefined;
        opening.resolve();
      };
    },
  };
}
