import {
  accountKey,
  coolDownAttributes,
  type SendingAccount,
  settingsKey,
  statusAttributes,
} from '#lib/email-accounts/items.ts';
import { nextDayAt } from '#lib/email-accounts/quota.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import type { Condition, Write } from '#lib/storage/table.ts';
import { timestamp, timestampAfter } from '#lib/values/ids.ts';

type CoolDownKind = Exclude<SendFailure['kind'], 'auth' | 'sender_refused'>;

const minuteMs = 60_000;

/** Each consecutive cool-down is twice as long as the previous one. */
const coolDownsMs = {
  rate: { first: 60 * minuteMs, longest: 24 * 60 * minuteMs },
  unreachable: { first: 5 * minuteMs, longest: 4 * 60 * minuteMs },
  limit_exceeded: { first: 60 * minuteMs, longest: 24 * 60 * minuteMs },
} as const;

const reasons: Readonly<Record<SendFailure['kind'], { readonly code: string; readonly message: string }>> = {
  auth: {
    code: 'auth_failed',
    message: 'the mail server refused the user name or the password: reconnect the account',
  },
  sender_refused: {
    code: 'sender_refused',
    message:
      'the mail server does not allow the account to send from its address: reconnect the account once it does',
  },
  rate: {
    code: 'rate_limited',
    message: 'the mail server temporarily accepts no more emails: the account pauses',
  },
  quota: {
    code: 'quota_reached',
    message: 'the mail server accepts no more emails today: the account pauses',
  },
  unreachable: { code: 'unreachable', message: 'the mail server is unreachable: the account pauses' },
  limit_exceeded: {
    code: 'limit_exceeded',
    message: 'the mail server sent more data than one session allows: the account pauses',
  },
};

const grantRevoked = {
  code: reasons.auth.code,
  message: 'the provider no longer grants access to the mailbox: reconnect the account',
};

/**
 * Plans an account's reaction to a failure. `until`: end of its cool-down; undefined when it must be reconnected.
 *
 * The writes require the account as it was read. So of concurrent workers with the same failure, one starts the cool-down and
 * the others' transactions are rejected. They are also rejected if the account was reconnected in the meantime.
 */
export function planSendFailure(
  workspaceId: string,
  account: SendingAccount,
  { kind, smtpCode }: SendFailure,
  now: number,
): { readonly writes: readonly Write[]; readonly until: number | undefined } {
  const { id, updatedAt } = account;
  const needsReconnection = kind === 'auth' || kind === 'sender_refused';
  const coolDowns = account.coolDownFor === kind ? (account.coolDowns ?? 0) + 1 : 1;
  const until = needsReconnection ? undefined : coolDownEnd(account, kind, coolDowns, now);
  const { code, message } = kind === 'auth' && account.hasGrant ? grantRevoked : reasons[kind];
  const statusReason = {
    code,
    message: until === undefined ? message : `${message} until ${timestamp(until)}`,
    smtpCode,
    occurredAt: timestamp(now),
  };

  return {
    writes: [
      {
        update: accountKey(workspaceId, id),
        set: {
          ...(until === undefined
            ? statusAttributes(workspaceId, id, 'error')
            : { coolDowns, coolDownFor: kind, nextSendAt: until }),
          updatedAt: timestampAfter(updatedAt, now),
        },
        if: ifUnchanged(account),
      },
      // The next successful read of the inbox clears a reason with the mark `inboxTrouble`, but must keep this reason.
      { update: settingsKey(workspaceId, id), set: { statusReason }, remove: ['inboxTrouble'] },
    ],
    until,
  };
}

export function isCoolingDown(
  { coolDowns, nextSendAt }: Pick<SendingAccount, 'coolDowns' | 'nextSendAt'>,
  now: number,
): boolean {
  return coolDowns !== undefined && nextSendAt > now;
}

/**
 * Ends the account's cool-downs after an accepted email; no writes if it has none. Commit these separately from the email's
 * record, so that a concurrent change of the account cannot discard the record.
 */
export function recoveryWrites(workspaceId: string, account: SendingAccount, now: number): readonly Write[] {
  const { id, coolDowns, updatedAt } = account;
  if (coolDowns === undefined) return [];

  return [
    {
      update: accountKey(workspaceId, id),
      set: { updatedAt: timestampAfter(updatedAt, now) },
      remove: coolDownAttributes,
      if: ifUnchanged(account),
    },
    { update: settingsKey(workspaceId, id), set: { statusReason: null } },
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
