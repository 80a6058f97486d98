import type { EmailAccountPatch } from '#lib/email-accounts/email-account.ts';
import { accountKey, type EmailAccountItem } from '#lib/email-accounts/items.ts';
import type { RampUp } from '#lib/email-accounts/sending.ts';
import { Stale } from '#lib/runtime/stale.ts';
import type { Update } from '#lib/storage/table.ts';
import { mergePatch } from '#lib/values/merge-patch.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';

interface Limits {
  readonly dailyLimit: number;
  readonly minGapSeconds: number;
  readonly maxGapSeconds: number;
  readonly rampUp: RampUp;
}

export const newAccountLimits: Limits = {
  dailyLimit: 50,
  minGapSeconds: 120,
  maxGapSeconds: 600,
  rampUp: { enabled: true, startPerDay: 10, increment: 5 },
};

type LimitChanges = Pick<EmailAccountPatch, keyof Limits>;

export function mergeLimits(before: Limits, given: LimitChanges): Limits {
  return {
    dailyLimit: given.dailyLimit ?? before.dailyLimit,
    minGapSeconds: given.minGapSeconds ?? before.minGapSeconds,
    maxGapSeconds: given.maxGapSeconds ?? before.maxGapSeconds,
    rampUp: mergePatch(before.rampUp, given.rampUp ?? {}),
  };
}

/** Judges the merged result, and names the field that was given. */
export function gapFaults(merged: Limits, given: LimitChanges): ProblemDetail[] {
  if (merged.minGapSeconds <= merged.maxGapSeconds) return [];

  return given.maxGapSeconds === undefined
    ? [{ path: 'minGapSeconds', rule: 'order', message: `must not be more than maxGapSeconds` }]
    : [{ path: 'maxGapSeconds', rule: 'order', message: `must not be less than minGapSeconds` }];
}

/** When an account may send whose cool-downs are called off: at once, but for the gap after its last mail. */
export function afterCoolDown(
  { coolDowns, nextSendAt }: Pick<EmailAccountItem, 'coolDowns' | 'nextSendAt'>,
  now: number,
): number {
  return coolDowns === undefined ? nextSendAt : Math.min(nextSendAt, now);
}

/**
 * Sets and removes attributes of an account that is still as it was read; who lost the race decides anew. What mails count meanwhile
 * stays counted: it is other attributes, and `updatedAt` does not tell of them.
 */
export function changeAccount(
  workspaceId: string,
  { id, status, updatedAt }: EmailAccountItem,
  set: Readonly<Record<string, unknown>> & { readonly updatedAt: string },
  remove: readonly string[] = [],
): Update {
  return {
    update: accountKey(workspaceId, id),
    set,
    remove,
    if: { updatedAt: { is: updatedAt }, status: { is: status } },
    otherwise: () => new Stale('the account changed meanwhile'),
  };
}
