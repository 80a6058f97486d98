import * as z from 'zod/mini';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { settingsKey } from '#lib/email-accounts/items.ts';
import { accountDay, sentOn } from '#lib/email-accounts/quota.ts';
import {
  accountChanged,
  isCoolingDown,
  planSendFailure,
  type StopPlan,
} from '#lib/email-accounts/send-failure.ts';
import type { ReplyReason } from '#lib/mail/replies/rule.ts';
import type { Services } from '#lib/runtime/services.ts';
import { mergeUpdates } from '#lib/storage/merge-updates.ts';

/*
 * Delivery reports that blame the sender. The server of the account had accepted these emails, so only reports show that receivers
 * reject the sender's domain or content. The settings item has the last ones as one text, such as `SBK4Da0f3c5e7a9b1d2468`: the
 * minute in base 36, the first letter of the cause and a keyed digest of the recipient.
 */

export const RejectionCounts = z.strictObject({
  authentication: z.int(),
  spam: z.int(),
  policy: z.int(),
});
type RejectionCounts = z.infer<typeof RejectionCounts>;
type Cause = keyof RejectionCounts;

const causes: Partial<Record<ReplyReason, Cause>> = {
  authentication: 'authentication',
  sender_refused: 'authentication',
  spam: 'spam',
  blocklisted: 'spam',
  policy: 'policy',
};

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const storedMax = 100;
/** Recipients with the same cause in 24 hours that stop an account. */
const recipientsMin = 3;
/** Receivers' own rules reject a few emails of every larger sender, so this share of the day's emails must be rejected, too. */
const shareMin = 0.1;

interface StoredRejection {
  readonly minute: number;
  readonly cause: string;
  readonly recipient: string;
}

function parse(stored: string | undefined, now: number): StoredRejection[] {
  const entries = stored?.split(' ') ?? [];

  return entries
    .flatMap((entry) => {
      const [, minute = '', cause = '', recipient = ''] = /^([0-9A-Z]+)([a-z])(.+)$/.exec(entry) ?? [];

      return minute === '' ? [] : [{ minute: Number.parseInt(minute, 36), cause, recipient }];
    })
    .filter(({ minute }) => minute > now / minuteMs - 7 * dayMinutes);
}

/** The reported rejections of the last seven days by cause; at most `storedMax`. */
export function countRejections(stored: string | undefined, now: number): RejectionCounts {
  const rejections = parse(stored, now);
  const countOf = (cause: Cause) => rejections.filter((each) => each.cause === cause.charAt(0)).length;

  return { authentication: countOf('authentication'), spam: countOf('spam'), policy: countOf('policy') };
}

export interface ReportedRejection {
  readonly reason: ReplyReason;
  /** Keyed digest of the recipient. */
  readonly recipient: string;
  readonly smtpCode: number | null;
  readonly serverReply: string;
}

/**
 * Counts a report that blames the sender, and stops the account for a day if several recipients report the same cause. Nothing
 * changes for another reason, or if the account was deleted.
 */
export async function planReportedRejection(
  { table, now }: Services,
  workspaceId: string,
  accountId: string,
  { reason, recipient, smtpCode, serverReply }: ReportedRejection,
): Promise<Pick<StopPlan, 'writes' | 'events'>> {
  const cause = causes[reason];
  const account = cause && (await findAccount(table, workspaceId, accountId));
  if (!cause || !account) return { writes: [], events: [] };
  const minute = Math.floor(now() / minuteMs);
  const rejections = [...parse(account.rejections, now()), { minute, cause: cause.charAt(0), recipient }];
  const stored = rejections
    .slice(-storedMax)
    .map((each) => `${each.minute.toString(36).toUpperCase()}${each.cause}${each.recipient}`)
    .join(' ');
  const recentRecipients = rejections
    .filter((each) => each.cause === cause.charAt(0) && each.minute > minute - dayMinutes)
    .map((each) => each.recipient);
  const sentToday = sentOn(account, accountDay(account, now()));
  const isSystematic = new Set(recentRecipients).size >= Math.max(recipientsMin, shareMin * sentToday);
  const canStop = account.status === 'connected' && !isCoolingDown(account, now());
  const failure = { kind: 'reported', smtpCode, serverReply } as const;
  const stop =
    isSystematic && canStop
      ? planSendFailure(workspaceId, account, failure, now())
      : { writes: [], events: [] };
  const count = {
    update: settingsKey(workspaceId, accountId),
    set: { rejections: stored },
    if: { rejections: account.rejections === undefined ? 'absent' : { is: account.rejections } },
    otherwise: accountChanged,
  } as const;

  return { writes: mergeUpdates([...stop.writes, count]), events: stop.events };
}
