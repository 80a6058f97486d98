import type { InboxCall } from '#lib/commit/new-event.ts';
import type { EmailAccountItem, SendingAccount } from '#lib/email-accounts/items.ts';
import { accountKey, inboxTroubles, settingsKey, toAccount } from '#lib/email-accounts/items.ts';
import type { Table, Update } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { timestamp } from '#lib/values/ids.ts';

export type InboxPlace = NonNullable<EmailAccountItem['syncedTo']>;

/** An account whose inbox may be read. */
export type ReadableAccount = SendingAccount & { readonly imap: NonNullable<SendingAccount['imap']> };

/** Also while it is paused: what it has sent is answered all the same. */
const readableStatuses = ['connected', 'paused'] as const;

export function isReadable(account: SendingAccount | undefined): account is ReadableAccount {
  const statuses: readonly string[] = readableStatuses;

  return account !== undefined && account.imap !== null && statuses.includes(account.status);
}

const dayMs = 86_400_000;

/** After a local day of sending, in any time zone, at least seven days pass before this many days have passed in UTC. */
const activeDays = 9;

const activeMinutes = 2;
const idleMinutes = 15;

/**
 * How often the inbox is read, in minutes: rarely once the account has sent nothing for a week. Follow-ups do not depend on
 * it, because the inbox is read right before each of them.
 */
export function readingInterval(
  { sentDay, unknownUntil = 0 }: Pick<EmailAccountItem, 'sentDay' | 'unknownUntil'>,
  now: number,
): number {
  const hasSentLately = sentDay !== '' && now < Date.parse(sentDay) + activeDays * dayMs;

  return hasSentLately || now < unknownUntil ? activeMinutes : idleMinutes;
}

/** An account that sends after a long pause: its inbox is read often again. @param account as it was before it sent */
export function inboxCallsAfterSending(account: SendingAccount, now: number): InboxCall[] {
  return readingInterval(account, now) === activeMinutes ? [] : inboxCalls(account.id, account.imap);
}

/** Starts the schedule that reads the inbox of an account that was connected or may be used again. */
export function inboxCalls(accountId: string, imap: SendingAccount['imap']): InboxCall[] {
  return imap === null ? [] : [{ accountId }];
}

/** Longer than the function that holds it may run: a lease that is over means that its holder is gone. */
const leaseMs = 100_000;

export interface Lease {
  readonly until: number;
  readonly syncedTo: InboxPlace | undefined;
  readonly syncAttempt: EmailAccountItem['syncAttempt'];
}

/** Another reader has the inbox by now. */
export class LeaseLost extends Error {
  constructor() {
    super('another reader has the inbox');
    this.name = 'LeaseLost';
  }
}

/**
 * Whether the last reader stopped part way, without an end: one of the next messages may be the reason. A reader that has
 * begun a message for the first time, and still has its lease, is at work.
 */
export function hasStoppedReader(
  { syncLeaseUntil, syncAttempt }: Pick<EmailAccountItem, 'syncLeaseUntil' | 'syncAttempt'>,
  now: number,
): boolean {
  if (syncLeaseUntil !== undefined && syncLeaseUntil <= now) return true;

  return syncAttempt !== undefined && (syncAttempt.tries > 1 || syncLeaseUntil === undefined);
}

/** @returns undefined while somebody else reads the inbox, or it is left alone */
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
      { status: { oneOf: readableStatuses }, syncLeaseUntil: 'absent' },
      { status: { oneOf: readableStatuses }, syncLeaseUntil: { atMost: now } },
    ],
  });

  if (!item) return undefined;
  const { syncedTo, syncAttempt } = toAccount(item);

  return { until, syncedTo, syncAttempt };
}

/**
 * Saves a place while reading goes on.
 * @param syncAttempt the message that is begun next, where an earlier reader stopped
 * @throws LeaseLost
 */
export async function saveReading(
  table: Table,
  workspaceId: string,
  accountId: string,
  { until }: Lease,
  syncedTo: InboxPlace,
  syncAttempt?: EmailAccountItem['syncAttempt'],
): Promise<void> {
  const item = await updateIf(table, {
    update: accountKey(workspaceId, accountId),
    set: { syncedTo, ...(syncAttempt && { syncAttempt }) },
    if: { syncLeaseUntil: { is: until } },
  });
  if (!item) throw new LeaseLost();
}

/** A service failed while the inbox was read, which says nothing of its messages: they keep the tries that they had. */
export async function releaseInbox(
  table: Table,
  workspaceId: string,
  accountId: string,
  { until, syncAttempt }: Lease,
  syncedTo: InboxPlace | undefined,
): Promise<void> {
  await updateIf(table, {
    update: accountKey(workspaceId, accountId),
    set: { ...(syncedTo && { syncedTo }), ...(syncAttempt && { syncAttempt }) },
    remove: ['syncLeaseUntil', ...(syncAttempt ? [] : ['syncAttempt'])],
    if: { syncLeaseUntil: { is: until } },
  });
}

/**
 * The inbox has been read up to a place: the end, or where the time was over. A reader that lost the lease changes nothing.
 */
export async function finishReading(
  table: Table,
  workspaceId: string,
  { id, syncFailures }: Pick<EmailAccountItem, 'id' | 'syncFailures'>,
  { until }: Lease,
  { syncedTo, isEnd }: { readonly syncedTo: InboxPlace; readonly isEnd: boolean },
  now: number,
): Promise<void> {
  await updateIf(table, {
    update: accountKey(workspaceId, id),
    set: { syncedTo, ...(isEnd && { lastSyncAt: timestamp(now) }) },
    remove: inboxTroubles,
    if: { syncLeaseUntil: { is: until } },
  });
  if (syncFailures === undefined) return;
  await updateIf(table, {
    update: settingsKey(workspaceId, id),
    set: { statusReason: null },
    remove: ['inboxTrouble'],
    if: { inboxTrouble: 'present' },
  });
}

/** Looks into the account's mailbox search its folder of sent mail too, until a moment in epoch milliseconds. */
export function searchSentWrite(workspaceId: string, accountId: string, unknownUntil: number): Update {
  return { update: accountKey(workspaceId, accountId), set: { unknownUntil }, if: { pk: 'present' } };
}
