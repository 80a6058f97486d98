import { useSyncExternalStore } from 'react';

/** Holds requests back while it is closed. */
export function createGate() {
  let opening: PromiseWithResolvers<void> | undefined;
  const listeners = new Set<() => void>();
  const set = (next: PromiseWithResolvers<void> | undefined): void => {
    opening = next;
    for (const listener of listeners) listener();
  };
  const isClosed = (): boolean => opening !== undefined;

  return {
    isClosed,
    close(): void {
      if (!opening) set(Promise.withResolvers());
    },
    open(): void {
      opening?.resolve();
      set(undefined);
    },
    /** Resolves when the gate is open. @throws the reason of the signal if it aborts before */
    async wait(signal: AbortSignal): Promise<void> {
      while (opening) {
        signal.throwIfAborted();
        const aborting = Promise.withResolvers<void>();
        const onAbort = (): void => aborting.reject(signal.reason);
        signal.addEventListener('abort', onAbort, { once: true });
        await Promise.race([opening.promise, aborting.promise]);
        signal.removeEventListener('abort', onAbort);
      }
    },
    useIsClosed: (): boolean =>
      useSyncExternalStore((listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      }, isClosed),
  };
}
