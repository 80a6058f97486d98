import type { NewEvent } from '#lib/commit/change.ts';
import type { EmailAccountPatch } from '#lib/email-accounts/email-account.ts';
import { accountKey, type EmailAccountItem } from '#lib/email-accounts/items.ts';
import { isUsable } from '#lib/email-accounts/sending.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Update } from '#lib/storage/table.ts';
import { mergePatch } from '#lib/values/merge-patch.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';

type Limits = Pick<EmailAccountItem, 'dailyLimit' | 'minGapSeconds' | 'maxGapSeconds' | 'rampUp'>;

/** Limits of an account that is connected for the first time, unless the request sets others. */
export const newAccountLimits: Limits = {
  dailyLimit: 50,
  minGapSeconds: 120,
  maxGapSeconds: 600,
  rampUp: { enabled: true, startPerDay: 10, increment: 5 },
};

type LimitChanges = Pick<EmailAccountPatch, keyof Limits>;

/** The limits after a request that changes some of them. */
export function mergeLimits(before: Limits, changes: LimitChanges): Limits {
  return {
    dailyLimit: changes.dailyLimit ?? before.dailyLimit,
    minGapSeconds: changes.minGapSeconds ?? before.minGapSeconds,
    maxGapSeconds: changes.maxGapSeconds ?? before.maxGapSeconds,
    rampUp: mergePatch(before.rampUp, changes.rampUp ?? {}),
  };
}

/** Checks that the minimum gap between two emails is not above the maximum. The fault names the field that was changed. */
export function checkSendingGaps(merged: Limits, changes: LimitChanges): ProblemDetail[] {
  if (merged.minGapSeconds <= merged.maxGapSeconds) return [];

  return changes.maxGapSeconds === undefined
    ? [{ path: 'minGapSeconds', rule: 'order', message: `must not be more than maxGapSeconds` }]
    : [{ path: 'maxGapSeconds', rule: 'order', message: `must not be less than minGapSeconds` }];
}

/** Earliest send time after cool-downs are cancelled: not later than now if the account had one; otherwise unchanged. */
export function sendTimeAfterCoolDown(
  { coolDowns, nextSendAt }: Pick<EmailAccountItem, 'coolDowns' | 'nextSendAt'>,
  now: number,
): number {
  return coolDowns === undefined ? nextSendAt : Math.min(nextSendAt, now);
}

/** A reconnection of a working account, such as with a new password, emits no event. */
export function reconnectionEvents(account: EmailAccountItem): NewEvent[] {
  const { id: emailAccountId, email } = account;

  return isUsable(account) ? [] : [{ type: 'email_account.reconnected', data: { emailAccountId, email } }];
}

/**
 * Updates attributes of an account if it has not changed since it was read; otherwise the caller retries. Sending counters
 * of the same day may change concurrently: they are other attributes and do not change `updatedAt`.
 */
export function accountUpdate(
  workspaceId: string,
  { id, status, updatedAt, sentDay }: EmailAccountItem,
  set: Readonly<Record<string, unknown>> & { readonly updatedAt: string },
  remove: readonly string[] = [],
): Update {
  return {
    update: accountKey(workspaceId, id),
    set,
    remove,
    if: { updatedAt: { is: updatedAt }, status: { is: status }, sentDay: { is: sentDay } },
    otherwise: () => new StaleDecision('the account was changed concurrently'),
  };
}
