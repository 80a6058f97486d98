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
import { laterThan, timestamp } from '#lib/values/ids.ts';

type CoolDown = Exclude<SendFailure['kind'], 'auth' | 'sender_refused'>;

const minuteMs = 60_000;

/** Each one in a row is twice as long as the one before it. */
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
      'the mail server does not let the account send from its address: reconnect the account once it does',
  },
  rate: { code: 'rate_limited', message: 'the mail server wants no more mails for now: the account pauses' },
  quota: { code: 'quota_reached', message: 'the mail server takes no more mails today: the account pauses' },
  unreachable: { code: 'unreachable', message: 'the mail server cannot be reached: the account pauses' },
  limit_exceeded: {
    code: 'limit_exceeded',
    message: 'the mail server sent more than one session may receive: the account pauses',
  },
};

const grantRefused = {
  code: reasons.auth.code,
  message: 'the provider does not give access to the mailbox any more: reconnect the account',
};

/**
 * What an account does after a setback. `until`: when it may send again; undefined when somebody must reconnect it.
 *
 * The writes hold for the account as it was read. So of several workers that meet the same refusal one starts the
 * cool-down; the transactions of the others are refused, as is that of who met what somebody has repaired meanwhile.
 */
export function planSetback(
  workspaceId: string,
  account: SendingAccount,
  { kind, smtpCode }: SendFailure,
  now: number,
): { readonly writes: readonly Write[]; readonly until: number | undefined } {
  const { id, updatedAt } = account;
  const isOver = kind === 'auth' || kind === 'sender_refused';
  const coolDowns = account.coolDownFor === kind ? (account.coolDowns ?? 0) + 1 : 1;
  const until = isOver ? undefined : coolDownEnd(account, kind, coolDowns, now);
  const { code, message } = kind === 'auth' && account.hasGrant ? grantRefused : reasons[kind];
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
          updatedAt: laterThan(updatedAt, now),
        },
        if: asRead(account),
      },
      { update: settingsKey(workspaceId, id), set: { statusReason }, remove: ['inboxTrouble'] },
    ],
    until,
  };
}

/**
 * What a mail that was taken says of its account: its cool-downs are over. Nothing to write for one that had none.
 * To be committed apart from the record of the mail, which must not be lost because the account changed meanwhile.
 */
export function recoveryWrites(workspaceId: string, account: SendingAccount, now: number): readonly Write[] {
  const { id, coolDowns, updatedAt } = account;
  if (coolDowns === undefined) return [];

  return [
    {
      update: accountKey(workspaceId, id),
      set: { updatedAt: laterThan(updatedAt, now) },
      remove: coolDownAttributes,
      if: asRead(account),
    },
    { update: settingsKey(workspaceId, id), set: { statusReason: null } },
  ];
}

function coolDownEnd(account: SendingAccount, kind: CoolDown, coolDowns: number, now: number): number {
  if (kind === 'quota') return nextDayAt(account, now);
  const { first, longest } = coolDownsMs[kind];

  return now + Math.min(longest, first * 2 ** (coolDowns - 1));
}

function asRead({ updatedAt }: SendingAccount): Condition {
  return { status: { is: 'connected' }, updatedAt: { is: updatedAt } };
}
