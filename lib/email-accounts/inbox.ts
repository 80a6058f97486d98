import type { OutboxMessage } from '#lib/commit/change.ts';
import { writeWithFolders } from '#lib/email-accounts/folder-states.ts';
import {
  accountKey,
  type EmailAccountItem,
  type InboxPosition,
  inboxStateAttributes,
  type SendingAccount,
  settingsKey,
  toAccount,
} from '#lib/email-accounts/items.ts';
import { isUsable, usableStatuses } from '#lib/email-accounts/sending.ts';
import { type Put, type Table, type Update, updateIf } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';

export type { InboxPosition };

/** An account with an inbox that may be read. */
export type ReadableAccount = SendingAccount & { readonly imap: NonNullable<SendingAccount['imap']> };

/** Whether the account has an inbox that may be read. */
export function isReadable(account: SendingAccount | undefined): account is ReadableAccount {
  return isUsable(account) && account.imap !== null;
}

const dayMs = 86_400_000;

/** Nine UTC days cover at least seven full days after the last local day of sending, in any time zone. */
const activeDays = 9;

const activeIntervalMinutes = 2;
const idleIntervalMinutes = 15;

/**
 * Interval of inbox reads. It is longer once the account has sent nothing for a week. Follow-ups do not depend on the interval,
 * because the inbox is also read right before each follow-up.
 */
export function readIntervalMinutes(
  { sentDay, unknownUntil = 0 }: Pick<EmailAccountItem, 'sentDay' | 'unknownUntil'>,
  now: number,
): number {
  const hasSentLately = sentDay !== '' && now < Date.parse(sentDay) + activeDays * dayMs;

  return hasSentLately || now < unknownUntil ? activeIntervalMinutes : idleIntervalMinutes;
}

/**
 * The time since which a folder without a valid position is read: an answer was possible since the account was connected, and
 * every answer until the last complete read has had its effect. So no answer is lost after a new server, a new UIDVALIDITY,
 * or failures since the connection. Epoch milliseconds.
 */
export function unreadSince({ lastSyncAt, createdAt }: SendingAccount): number {
  return Date.parse(lastSyncAt ?? createdAt);
}

/** Restores the short interval of inbox reads when an account sends after a long pause. @param account before it sent */
export function inboxReadMessagesAfterSending(account: SendingAccount, now: number): OutboxMessage[] {
  return readIntervalMinutes(account, now) === activeIntervalMinutes
    ? []
    : inboxReadMessages(account.id, account.imap);
}

/** Starts the inbox schedule of an account that was connected or resumed. */
export function inboxReadMessages(accountId: string, imap: SendingAccount['imap']): OutboxMessage[] {
  return imap === null ? [] : [{ queue: 'syncs', message: { accountId, isBegin: true } }];
}

/** Longer than the function's timeout: an expired lease means that its holder has stopped. */
const leaseMs = 100_000;

/** Permission to read one inbox. */
export interface Lease {
  /** Epoch milliseconds; identifies the lease, too. */
  readonly until: number;
  readonly syncedTo: InboxPosition | undefined;
  readonly syncAttempt: EmailAccountItem['syncAttempt'];
  /** The version of the account's settings: an earlier one may have another server. */
  readonly updatedAt: string;
}

/** Another reader now has the lease of the inbox. */
export class LeaseLost extends Error {
  constructor() {
    super('another reader has the inbox');
    this.name = 'LeaseLost';
  }
}

/** Whether the last reader stopped unexpectedly. One of the next messages may then be the cause. */
export function hasStoppedReader(
  { syncLeaseUntil, syncAttempt }: Pick<EmailAccountItem, 'syncLeaseUntil' | 'syncAttempt'>,
  now: number,
): boolean {
  // The reader did not release its lease.
  if (syncLeaseUntil !== undefined && syncLeaseUntil <= now) return true;
  if (syncAttempt === undefined) return false;

  // A first try under a valid lease belongs to a reader that is still running. Without a lease, a failed read has kept the
  // attempt, because its message may have stopped an earlier reader.
  return syncAttempt.tries > 1 || syncLeaseUntil === undefined;
}

/** @returns undefined while another reader has the inbox, or when the inbox must not be read */
export async function leaseInbox(
  table: Table,
  workspaceId: string,
  accountId: string,
  now: number,
): Promise<Lease | undefined> {
  const until = now + leaseMs;
  const item = await updateIf(table, {
    update: accountKey(workspaceId, accountId),
    set: { syncLeaseUntil: until },
    if: [
      { status: { oneOf: usableStatuses }, syncLeaseUntil: 'absent' },
      { status: { oneOf: usableStatuses }, syncLeaseUntil: { atMost: now } },
    ],
  });

  if (!item) return undefined;
  const { syncedTo, syncAttempt, updatedAt } = toAccount(item);

  return { until, syncedTo, syncAttempt, updatedAt };
}

/**
 * Saves the position in INBOX during reading.
 * @param syncAttempt the message that is processed next, after an earlier reader stopped
 * @throws LeaseLost
 */
export async function saveReadPosition(
  table: Table,
  workspaceId: string,
  accountId: string,
  { until }: Lease,
  syncedTo: InboxPosition,
  syncAttempt?: EmailAccountItem['syncAttempt'],
): Promise<void> {
  const item = await updateIf(table, {
    update: accountKey(workspaceId, accountId),
    set: { syncedTo, ...(syncAttempt && { syncAttempt }) },
    if: { syncLeaseUntil: { is: until } },
  });
  if (!item) throw new LeaseLost();
}

/** Releases the lease after a failure of an AWS service. No message caused it, so `syncAttempt` is restored. */
export async function releaseInbox(
  table: Table,
  workspaceId: string,
  accountId: string,
  { until, syncAttempt }: Lease,
  syncedTo: InboxPosition | undefined,
  folders?: Put,
): Promise<void> {
  const update: Update = {
    update: accountKey(workspaceId, accountId),
    set: { ...(syncedTo && { syncedTo }), ...(syncAttempt && { syncAttempt }) },
    remove: ['syncLeaseUntil', ...(syncAttempt ? [] : ['syncAttempt'])],
    if: { syncLeaseUntil: { is: until } },
  };
  await writeWithFolders(table, update, folders);
}

interface ReadResult {
  readonly syncedTo: InboxPosition | undefined;
  readonly isEnd: boolean;
  /** Undefined if the progress in other folders has not changed. */
  readonly folders: Put | undefined;
}

/**
 * Records that all folders were read up to their ends, or up to a position at which the time was over. Does nothing without
 * the lease.
 */
export async function finishReading(
  table: Table,
  workspaceId: string,
  { id, syncFailures }: Pick<EmailAccountItem, 'id' | 'syncFailures'>,
  { until }: Lease,
  { syncedTo, isEnd, folders }: ReadResult,
  now: number,
): Promise<void> {
  const update: Update = {
    update: accountKey(workspaceId, id),
    set: { ...(syncedTo && { syncedTo }), ...(isEnd && { lastSyncAt: timestamp(now) }) },
    remove: inboxStateAttributes,
    if: { syncLeaseUntil: { is: until } },
  };
  await writeWithFolders(table, update, folders);
  if (syncFailures === undefined) return;
  await updateIf(table, {
    update: settingsKey(workspaceId, id),
    set: { statusReason: null },
    remove: ['inboxTrouble'],
    if: { inboxTrouble: 'present' },
  });
}

/** Makes inbox reads also search the Sent folder until `unknownUntil`, in epoch milliseconds. */
export function searchSentFolderUpdate(workspaceId: string, accountId: string, unknownUntil: number): Update {
  return { update: accountKey(workspaceId, accountId), set: { unknownUntil }, if: { pk: 'present' } };
}
