/** Delay before each attempt, in milliseconds: specification, section 6. */
const attemptDelaysMs = [0, 60_000, 300_000, 1_800_000, 7_200_000];

/** An endpoint may ask for a longer wait, not for a shorter one, and not for longer than the longest of the schedule. */
const retryAfterMsMax = 7_200_000;

export type NextAttempt = { readonly kind: 'retry'; readonly dueAt: number } | { readonly kind: 'exhausted' };

interface FailedAttempt {
  /** From 1. */
  readonly attempt: number;
  /** What the answer said, whatever its status. */
  readonly retryAfterSeconds: number | null;
  readonly statusCode: number | null;
}

/** What follows a failed attempt. @param now when it had failed */
export function nextAttempt(
  { attempt, retryAfterSeconds, statusCode }: FailedAttempt,
  now: number,
): NextAttempt {
  const delayMs = attemptDelaysMs[attempt];
  if (delayMs === undefined) return { kind: 'exhausted' };
  const isAsking = statusCode === 429 || statusCode === 503;
  const askedMs = isAsking ? Math.min((retryAfterSeconds ?? 0) * 1000, retryAfterMsMax) : 0;

  return { kind: 'retry', dueAt: now + Math.max(delayMs, askedMs) };
}

const failingAfter = 5;
const disabledAfter = 20;

/** An endpoint's status after so many consecutive failures: specification, section 3. */
export function statusAfter(consecutiveFailures: number): 'healthy' | 'failing' | 'disabled' {
  if (consecutiveFailures >= disabledAfter) return 'disabled';

  return consecutiveFailures >= failingAfter ? 'failing' : 'healthy';
}

/** How many consecutive failures it takes an endpoint in this status to get into the next one. */
export function turnsAfter(status: 'healthy' | 'failing' | 'disabled'): number {
  return { healthy: failingAfter, failing: disabledAfter, disabled: Number.POSITIVE_INFINITY }[status];
}
