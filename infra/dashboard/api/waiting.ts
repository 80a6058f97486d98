import { useSyncExternalStore } from 'react';
import { followServiceClock } from './clock.ts';

/** For longer waits, the page shows the error, such as after too many failed logins. */
const waitMaxSeconds = 90;

/** Unix time in milliseconds; 0 if no request waits. */
let waitingUntil = 0;
const listeners = new Set<() => void>();

const setWaitingUntil = (time: number): void => {
  waitingUntil = time;
  for (const listener of listeners) listener();
};

/** The Unix time in milliseconds at which the waiting requests continue; 0 if no request waits. */
export const useWaitingUntil = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waitingUntil,
  );

/** `fetch` that retries after a 429 when `Retry-After` has passed. All other requests wait until then. */
export async function fetchWithWaiting(request: Request): Promise<Response> {
  for (;;) {
    if (waitingUntil > Date.now()) await pause(waitingUntil - Date.now(), request.signal);
    const sentAt = Date.now();
    const response = await fetch(request.clone());
    followServiceClock(response, sentAt);
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
    // Without the header, `seconds` is NaN and the comparison is false.
    const canRetry = response.status === 429 && seconds <= waitMaxSeconds;
    if (!canRetry) return response;
    // The jitter prevents a burst of all waiting requests.
    const retryAt = Date.now() + Math.max(seconds, 1) * 1000 + Math.random() * 500;
    setWaitingUntil(Math.max(waitingUntil, retryAt));
    // 20 ms later, because a timer can end slightly early.
    setTimeout(() => waitingUntil <= Date.now() && setWaitingUntil(0), waitingUntil - Date.now() + 20);
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const onTimeout = (): void => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
    // 10 ms longer, because a timer can end slightly early.
    const timer = setTimeout(onTimeout, milliseconds + 10);
    signal.addEventListener('abort', onAbort, { once: true });
  });
