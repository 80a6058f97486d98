import { ApiError } from './errors.ts';
import { createGate } from './gate.ts';
import { hasSession } from './session-gate.ts';
import { fetchWithWaiting } from './waiting.ts';

/** Closed while the service cannot be reached. */
const gate = createGate();
const attemptsMax = 3;
const probeMs = 5_000;
/** Much less than the time for which the service keeps an `Idempotency-Key`, so a repeated request is applied once. */
const holdMs = 3_600_000;

export const useIsOffline = gate.useIsClosed;

/** Follows the state of the network that the browser knows. @returns stops it */
export function watchConnection(): () => void {
  window.addEventListener('offline', lose);
  window.addEventListener('online', gate.open);

  return () => {
    window.removeEventListener('offline', lose);
    window.removeEventListener('online', gate.open);
  };
}

/**
 * Repeats a request after a network error: after a short time, then when the service can be reached again. A repeated write has
 * the same `Idempotency-Key`, so the service applies it once.
 */
export async function fetchWhenConnected(request: Request, isRepeatable: boolean): Promise<Response> {
  const firstSentAt = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    if (isRepeatable) await gate.wait(request.signal);
    try {
      return await fetchWithWaiting(request);
    } catch (error) {
      if (request.signal.aborted) throw error;
      // Before the page has a session, it has no place for the state of the connection.
      const canWait = attempt < attemptsMax || (hasSession() && Date.now() - firstSentAt < holdMs);
      if (!isRepeatable || !canWait) {
        throw new ApiError({ status: 0, code: 'NO_CONNECTION', message: 'The service cannot be reached.' });
      }
      if (attempt >= attemptsMax || !navigator.onLine) lose();
      // Waits 0.8 s, then 1.6 s.
      else await pause(400 * 2 ** attempt);
    }
  }
}

function lose(): void {
  if (gate.isClosed()) return;
  gate.close();
  void probe();
}

/** Opens the gate when the service responds. The browser reports only some interruptions. */
async function probe(): Promise<void> {
  while (gate.isClosed()) {
    await pause(probeMs);
    if (navigator.onLine) await fetch(healthUrl).then(gate.open, () => undefined);
  }
}

const healthUrl = `${import.meta.env.BASE_URL}../health`;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
