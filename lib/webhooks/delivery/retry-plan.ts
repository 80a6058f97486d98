/** Delay before each of the five attempts, in milliseconds: specification, section 6. */
const attemptDelaysMs = [0, 60_000, 300_000, 1_800_000, 7_200_000];

/** `Retry-After` can extend a delay up to the longest one of the schedule. It cannot shorten a delay. */
const retryAfterMsMax = 7_200_000;

/** The decision after a failed attempt. `dueAt` is in epoch milliseconds. */
export type NextAttempt = { readonly kind: 'retry'; readonly dueAt: number } | { readonly kind: 'exhausted' };

interface FailedAttempt {
  /** From 1. */
  readonly attempt: number;
  /** `Retry-After` of a response with any status. */
  readonly retryAfterSeconds: number | null;
  readonly statusCode: number | null;
}

/** The next step after a failed attempt. @param now time of the failure */
export function nextAttempt(
  { attempt, retryAfterSeconds, statusCode }: FailedAttempt,
  now: number,
): NextAttempt {
  // Attempts count from 1, so this is the delay before the next one.
  const delayMs = attemptDelaysMs[attempt];
  if (delayMs === undefined) return { kind: 'exhausted' };
  const mayDelayRetry = statusCode === 429 || statusCode === 503;
  const requestedMs = mayDelayRetry ? Math.min((retryAfterSeconds ?? 0) * 1000, retryAfterMsMax) : 0;

  return { kind: 'retry', dueAt: now + Math.max(delayMs, requestedMs) };
}

const failingAfter = 5;
const disabledAfter = 20;

/** An endpoint's status by consecutive failures: specification, section 3. */
export function statusAfter(consecutiveFailures: number): 'healthy' | 'failing' | 'disabled' {
  if (consecutiveFailures >= disabledAfter) return 'disabled';

  return consecutiveFailures >= failingAfter ? 'failing' : 'healthy';
}

/** Number of consecutive failures at which an endpoint leaves this status. */
export function nextStatusThreshold(status: 'healthy' | 'failing' | 'disabled'): number {
  return { healthy: failingAfter, failing: disabledAfter, disabled: Number.POSITIVE_INFINITY }[status];
}
