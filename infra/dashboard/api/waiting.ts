import { useSyncExternalStore } from 'react';

/** Longer waits are an error that the page shows, such as after too many failed logins. */
const waitMaxSeconds = 90;

let until = 0;
const listeners = new Set<() => void>();

const publish = (time: number): void => {
  until = time;
  for (const listener of listeners) listener();
};

/** The time until which all requests wait, in milliseconds; 0 if none waits. */
export const useWaitingUntil = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => until,
  );

/** `fetch` that sends a request again after a 429, when `Retry-After` has passed. Other requests wait with it. */
export async function fetchWithWaiting(request: Request): Promise<Response> {
  for (;;) {
    if (until > Date.now()) await pause(until - Date.now(), request.signal);
    const response = await fetch(request.clone());
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
    if (response.status !== 429 || !(seconds <= waitMaxSeconds)) return response;
    // The jitter prevents a burst of all waiting requests.
    const time = Date.now() + Math.max(seconds, 1) * 1000 + Math.random() * 500;
    publish(Math.max(until, time));
    setTimeout(() => until <= Date.now() && publish(0), until - Date.now() + 20);
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds + 10);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
