import type { NewEvent } from '#lib/commit/change.ts';
import {
  accountKey,
  coolDownAttributes,
  hasGrant,
  type SendingAccount,
  settingsKey,
  statusAttributes,
} from '#lib/email-accounts/items.ts';
import { nextDayAt } from '#lib/email-accounts/quota.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Condition, Update, Write } from '#lib/storage/table.ts';
import { timestamp, timestampAfter } from '#lib/values/ids.ts';

/** Only a rejected login needs a person. Settings at the provider or in DNS are changed there, so the account tries again. */
type CoolDownKind = Exclude<SendFailure['kind'], 'auth'>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const hourly = { first: 60 * minuteMs, longest: dayMs } as const;

/** Each consecutive cool-down is twice as long as the previous one. */
const coolDownsMs = {
  rate: hourly,
  unreachable: { first: 5 * minuteMs, longest: 4 * 60 * minuteMs },
  limit_exceeded: hourly,
  sender_refused: hourly,
  rejected: hourly,
  unconfirmed: hourly,
  // The server still accepts emails, so an accepted email is no sign of recovery.
  reported: { first: dayMs, longest: dayMs },
} as const;

const reasons: Readonly<Record<SendFailure['kind'], { readonly code: string; readonly message: string }>> = {
  auth: {
    code: 'auth_failed',
    message: 'the mail server refused the user name or the password: reconnect the account',
  },
  sender_refused: {
    code: 'sender_refused',
    message: 'the mail server does not allow the account to send from its address',
  },
  rate: { code: 'rate_limited', message: 'the mail server temporarily accepts no more emails' },
  quota: { code: 'quota_reached', message: 'the mail server accepts no more emails today' },
  unreachable: { code: 'unreachable', message: 'the mail server is not available' },
  limit_exceeded: {
    code: 'limit_exceeded',
    message: 'the mail server sent more data than one session allows',
  },
  rejected: { code: 'emails_rejected', message: 'the mail server rejected the emails to several recipients' },
  unconfirmed: {
    code: 'emails_unconfirmed',
    message: 'the mail server closed the connection after the emails to several recipients',
  },
  reported: {
    code: 'emails_reported',
    message: 'delivery reports of several recipients reject the sender',
  },
};

const grantRevoked = 'the provider no longer grants access to the mailbox: reconnect the account';

/** An account's reaction to a failure. `until`: end of its cool-down; undefined when it must be reconnected. */
export interface StopPlan {
  readonly writes: readonly Write[];
  /** Only for the first of consecutive cool-downs. */
  readonly events: readonly NewEvent[];
  readonly until: number | undefined;
}

/**
 * Plans an account's reaction to a failure.
 *
 * The writes require the account as it was read. So of concurrent workers with the same failure, one starts the cool-down and
 * the others' transactions are rejected. They are also rejected if the account was reconnected in the meantime.
 * @param refusals the new streak, if a refusal completed it
 */
export function planSendFailure(
  workspaceId: string,
  account: SendingAccount,
  failure: SendFailure,
  now: number,
  refusals?: string,
): StopPlan {
  const { id, updatedAt } = account;
  const { kind, smtpCode } = failure;
  const coolDowns = account.coolDownFor === kind ? (account.coolDowns ?? 0) + 1 : 1;
  const until = kind === 'auth' ? undefined : coolDownEnd(account, kind, coolDowns, now);
  const { code } = reasons[kind];
  const message = messageOf(account, failure, until);
  const update: Update = {
    update: accountKey(workspaceId, id),
    set: {
      ...(until === undefined
        ? statusAttributes(workspaceId, id, 'error')
        : { coolDowns, coolDownFor: kind, nextSendAt: until }),
      ...(refusals !== undefined && { refusals }),
      updatedAt: timestampAfter(updatedAt, now),
    },
    if: { ...ifUnchanged(account), ...(refusals !== undefined && ifSameStreak(account)) },
    otherwise: accountChanged,
  };
  const statusReason = { code, message, smtpCode, occurredAt: timestamp(now) };

  return {
    writes: [
      update,
      // The next successful read of the inbox clears a reason with the mark `inboxTrouble`, but must keep this reason.
      { update: settingsKey(workspaceId, id), set: { statusReason }, remove: ['inboxTrouble'] },
    ],
    events:
      account.coolDowns === undefined || until === undefined
        ? [failingEvent(account, { code, message, smtpCode }, until)]
        : [],
    until,
  };
}

function messageOf(
  account: SendingAccount,
  { kind, serverReply, settingToChange }: SendFailure,
  until: number | undefined,
): string {
  const reason = kind === 'auth' && hasGrant(account) ? grantRevoked : reasons[kind].message;
  const quotation = !serverReply ? '' : `: “${withoutRecipients(serverReply, account.email)}”`;
  const pause = until === undefined ? '' : `. The account pauses until ${timestamp(until)}`;

  return `${settingToChange ?? reason}${quotation}${pause}`;
}

/** An erasure of a contact does not read accounts, so a quotation of the server must not have addresses of recipients. */
function withoutRecipients(reply: string, ownAddress: string): string {
  const own = ownAddress.toLowerCase();

  return reply.replaceAll(/[^\s<>()[\]"',;:]+/gu, (word) => {
    const isRecipient = word.indexOf('@') > 0 && ![own, `${own}.`].includes(word.toLowerCase());

    return isRecipient ? '…' : word;
  });
}

function failingEvent(
  { id: emailAccountId, email }: SendingAccount,
  reason: { readonly code: string; readonly message: string; readonly smtpCode: number | null },
  until: number | undefined,
): NewEvent {
  const retryAt = until === undefined ? null : timestamp(until);

  return { type: 'email_account.failing', data: { emailAccountId, email, ...reason, retryAt } };
}

export function isCoolingDown(
  { coolDowns, nextSendAt }: Pick<SendingAccount, 'coolDowns' | 'nextSendAt'>,
  now: number,
): boolean {
  return coolDowns !== undefined && nextSendAt > now;
}

/**
 * Ends the account's cool-downs and its streak of refusals after an accepted email; no writes if it has none. Commit these
 * separately from the email's record, so that a concurrent change of the account cannot discard the record.
 */
export function recoveryWrites(workspaceId: string, account: SendingAccount, now: number): readonly Write[] {
  const { id, coolDowns, refusals, updatedAt } = account;
  if (coolDowns === undefined && refusals === undefined) return [];

  return [
    {
      update: accountKey(workspaceId, id),
      set: { updatedAt: timestampAfter(updatedAt, now) },
      remove: coolDownAttributes,
      if: ifUnchanged(account),
    },
    // Without a cool-down, the reason belongs to the inbox.
    ...(coolDowns === undefined
      ? []
      : [{ update: settingsKey(workspaceId, id), set: { statusReason: null } }]),
  ];
}

function coolDownEnd(account: SendingAccount, kind: CoolDownKind, coolDowns: number, now: number): number {
  if (kind === 'quota') return nextDayAt(account, now);
  const { first, longest } = coolDownsMs[kind];

  return now + Math.min(longest, first * 2 ** (coolDowns - 1));
}

function ifUnchanged({ updatedAt }: SendingAccount): Condition {
  return { status: { is: 'connected' }, updatedAt: { is: updatedAt } };
}

export function ifSameStreak({ refusals }: SendingAccount): Condition {
  return { refusals: refusals === undefined ? 'absent' : { is: refusals } };
}

export const accountChanged = () => new StaleDecision('the account was changed concurrently');
