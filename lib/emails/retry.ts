import type { StreakStep } from '#lib/email-accounts/refusals/streak.ts';

const hourMs = 3_600_000;
/** Growing gaps over 50 hours. RFC 5321, section 4.5.4.1, recommends four to five days for servers; most accept within two. */
const retryDelaysMs = [hourMs / 4, hourMs, 4 * hourMs, 8 * hourMs, 12 * hourMs, 12 * hourMs, 12 * hourMs];

/**
 * When a refused email is due again; undefined if it has failed. A refusal that is not final is retried with growing gaps, and so
 * is a final one while the account may be its cause.
 * @param attemptsBefore earlier refusals that count against the recipient
 * @param isFinal whether the recipient gets no further attempt
 * @param until end of the account's cool-down
 */
export function planRetry(
  attemptsBefore: number,
  isFinal: boolean,
  {
    isComplete,
    countsForRecipient,
    until,
  }: Omit<StreakStep, 'refusals'> & { readonly until?: number | undefined },
  now: number,
): { readonly attempts: number; readonly dueAt: number } | undefined {
  const attempts = attemptsBefore + (countsForRecipient ? 1 : 0);
  const delayMs = retryDelaysMs[countsForRecipient ? attempts - 1 : 0];
  if (delayMs === undefined || (isFinal && !isComplete)) return undefined;

  return { attempts, dueAt: Math.max(now + delayMs, until ?? now) };
}
