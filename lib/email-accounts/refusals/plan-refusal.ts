import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { addRefusal, type StreakStep } from '#lib/email-accounts/refusals/streak.ts';
import {
  accountChanged,
  ifSameStreak,
  isCoolingDown,
  planSendFailure,
  type StopPlan,
} from '#lib/email-accounts/send-failure.ts';
import { type Refusal, refusalText } from '#lib/mail/refusal.ts';
import type { RefusalVerdict } from '#lib/mail/refusal-verdict.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';

/** A rejected email; without a refusal, its outcome is unknown because the connection was lost. */
export interface RefusedEmail {
  /** Keyed digest of the recipient's address. After an erasure, it does not identify the recipient. */
  readonly recipient: string;
  readonly refused?: { readonly refusal: Refusal; readonly verdict: RefusalVerdict } | undefined;
}

type RefusalPlan = StopPlan & Omit<StreakStep, 'refusals'>;

/**
 * Plans the account's part of a refusal: its new streak, and a cool-down if the streak is complete. Commit it with the outcome of
 * the email, so that a worker that stops leaves both or none. If the account has stopped since, only the streak changes.
 */
export function planRefusal(
  workspaceId: string,
  account: SendingAccount,
  email: RefusedEmail,
  now: number,
): RefusalPlan {
  const { recipient, refused } = email;
  const namesAccount = refused?.verdict.accountKind !== undefined;
  const { refusals, ...step } = addRefusal(account.refusals, { recipient, namesAccount });
  // The claim of this email has set `nextSendAt` to the end of the gap, so a cool-down of another worker is longer.
  const isWaiting = isCoolingDown(account, now + account.minGapSeconds * 1000);
  if (step.isComplete && account.status === 'connected' && !isWaiting) {
    const failure = failureOf(refused);

    return { ...step, ...planSendFailure(workspaceId, account, failure, now, refusals) };
  }
  const streakWrite = {
    update: accountKey(workspaceId, account.id),
    set: { refusals },
    if: ifSameStreak(account),
    otherwise: accountChanged,
  };
  const until = isWaiting ? account.nextSendAt : undefined;

  return { ...step, writes: refusals === account.refusals ? [] : [streakWrite], events: [], until };
}

function failureOf(refused: RefusedEmail['refused']): SendFailure {
  if (!refused) return { kind: 'unconfirmed', smtpCode: null };
  const { refusal, verdict } = refused;
  const kind = verdict.accountKind ?? (verdict.kind === 'retry' ? 'unreachable' : 'rejected');

  return { kind, smtpCode: refusal.smtpCode, serverReply: refusalText(refusal) };
}
