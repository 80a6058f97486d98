/** Delay before each attempt, in milliseconds: specification, section 6. */
const attemptDelaysMs = [0, 60_000, 300_000, 1_800_000, 7_200_000];

export type NextAttempt = { readonly kind: 'retry'; readonly dueAt: number } | { readonly kind: 'exhausted' };

/** What follows a failed attempt. @param attempt the one that failed, from 1 @param now when it had failed */
export function nextAttempt(attempt: number, now: number): NextAttempt {
  const delayMs = attemptDelaysMs[attempt];

  return delayMs === undefined ? { kind: 'exhausted' } : { kind: 'retry', dueAt: now + delayMs };
}

const failingAfter = 5;
const disabledAfter = 20;

/** An endpoint's status after so many consecutive failures: specification, section 3. */
export function statusAfter(consecutiveFailures: number): 'healthy' | 'failing' | 'disabled' {
  if (consecutiveFailures >= disabledAfter) return 'disabled';

  return consecutiveFailures >= failingAfter ? 'failing' : 'healthy';
}
