import { writeWithFolders } from '#lib/email-accounts/inbox/folder-states.ts';
import {
  type InboxPosition,
  inboxDue,
  inboxDueNames,
  inboxStateAttributes,
} from '#lib/email-accounts/inbox/items.ts';
import {
  accountKey,
  type EmailAccountItem,
  readAccountKey,
  type SendingAccount,
  settingsKey,
  toAccount,
} from '#lib/email-accounts/items.ts';
import { isUsable, usableStatuses } from '#lib/email-accounts/sending.ts';
import { type Put, type Table, type Update, updateIf } from '#lib/storage/table.ts';
import { dueAtOf, readDueWork } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';

export type { InboxPosition };

/** An account with an inbox that may be read. */
export type ReadableAccount = SendingAccount & { readonly imap: NonNullable<SendingAccount['imap']> };

/** Whether the account has an inbox that may be read. */
export function isReadable(account: SendingAccount | undefined): account is ReadableAccount {
  return isUsable(account) && account.imap !== null;
}

/**
 * The time since which a folder without a valid position is read: an answer was possible since the account was connected, and
 * every answer until the last complete read has had its effect. So no answer is lost after a new server, a new UIDVALIDITY,
 * or failures since the connection. Epoch milliseconds.
 */
export function unreadSince({ lastSyncAt, createdAt }: SendingAccount): number {
  return Date.parse(lastSyncAt ?? createdAt);
}

/** The inboxes that may be due, as the index shows them: at most `limit`, including the oldest, with fair shares per workspace. */
export async function readDueInboxes(
  table: Table,
  now: number,
  limit: number,
): Promise<{ readonly workspaceId: string; readonly accountId: string; readonly dueAt: number }[]> {
  // The limit of the time is exclusive. 1 ms is added to include work that is due now.
  const due = await readDueWork(table, 'inbox', now + 1, limit);

  return due.map((entry) => ({ ...readAccountKey(entry), dueAt: dueAtOf(entry) }));
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

/** @returns undefined while another reader has the inbox, when it is not due, or when it must not be read */
export async function leaseInbox(
  table: Table,
  workspaceId: string,
  accountId: string,
  now: number,
): Promise<Lease | undefined> {
  const until = now + leaseMs;
  // The messages of a queue that is behind repeat: only the first of them reads.
  const isDue = { status: { oneOf: usableStatuses }, nextSyncAt: { atMost: now } } as const;
  const item = await updateIf(table, {
    update: accountKey(workspaceId, accountId),
    set: { syncLeaseUntil: until },
    if: [
      { ...isDue, syncLeaseUntil: 'absent' },
      { ...isDue, syncLeaseUntil: { atMost: now } },
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
  /** Epoch milliseconds. */
  readonly nextSyncAt: number;
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
  { syncedTo, isEnd, nextSyncAt, folders }: ReadResult,
  now: number,
): Promise<void> {
  const update: Update = {
    update: accountKey(workspaceId, id),
    set: {
      ...(syncedTo && { syncedTo }),
      ...(isEnd && { lastSyncAt: timestamp(now) }),
      ...inboxDue(id, nextSyncAt),
    },
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

/** Stops the reads of an inbox that may not be read. Connecting the account starts them again. */
export async function stopReading(
  table: Table,
  workspaceId: string,
  { id, updatedAt }: Pick<EmailAccountItem, 'id' | 'updatedAt'>,
): Promise<void> {
  await updateIf(table, {
    update: accountKey(workspaceId, id),
    remove: inboxDueNames,
    if: { updatedAt: { is: updatedAt } },
  });
}

/** Makes inbox reads also search the Sent folder until `unknownUntil`, in epoch milliseconds. */
export function searchSentFolderUpdate(workspaceId: string, accountId: string, unknownUntil: number): Update {
  return { update: accountKey(workspaceId, accountId), set: { unknownUntil }, if: { pk: 'present' } };
}
