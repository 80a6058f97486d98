import { commit } from '#lib/commit/commit.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import {
  finishReading,
  hasStoppedReader,
  type InboxPlace,
  isReadable,
  type Lease,
  LeaseLost,
  leaseInbox,
  type ReadableAccount,
  readingInterval,
  releaseInbox,
  saveReading,
} from '#lib/email-accounts/inbox.ts';
import { recordReadFailure } from '#lib/email-accounts/read-failure.ts';
import { planSendFailure } from '#lib/email-accounts/send-failure.ts';
import { isApplied } from '#lib/emails/settle.ts';
import type { InboxServices } from '#lib/inbox/inbox.ts';
import { openInboxOf } from '#lib/inbox/open.ts';
import { readOn, windowSize } from '#lib/inbox/read-on.ts';
import { searchSent } from '#lib/inbox/sent-folder.ts';
import { triesMax } from '#lib/inbox/set-aside.ts';
import type { SyncCall } from '#lib/inbox/workers.ts';
import { type ImapSession, ImapUnavailable } from '#lib/mail/imap.ts';
import { log } from '#lib/runtime/log.ts';
import type { InboxSchedules } from '#lib/schedule/inbox-schedules.ts';
import type { Table } from '#lib/storage/table.ts';

export interface SyncServices extends InboxServices {
  readonly schedules: InboxSchedules;
  /** Whether mail servers may be on this machine: in the local stack only. */
  readonly loopback: 'allow' | 'refuse';
}

/** For a whole session: less than the lease, and than the function may run. */
const sessionMs = 60_000;
/** After this no further message is begun: the next call goes on, and the last message has the rest of the session. */
const readingMs = 40_000;
/** After so many failures in a row, one message may be the reason. */
const suspiciousFailures = 2;

/**
 * Reads an account's inbox, and keeps its schedule: deletes it once the inbox may not be read any more, and changes its rate
 * when the account begins or stops to send. A rate that was set from an outdated account is corrected by the next message.
 */
export async function syncInbox(services: SyncServices, call: SyncCall): Promise<void> {
  const { table, now, schedules } = services;
  const { workspaceId, accountId, isBegin, everyMinutes } = call;
  const account = await findAccount(table, workspaceId, accountId);
  if (!isReadable(account)) return schedules.delete(accountId);
  const interval = readingInterval(account, now());
  if (isBegin || (everyMinutes ?? interval) !== interval) {
    await schedules.set({ workspaceId, accountId, everyMinutes: interval });
  }
  if (!isBegin && (account.nextSyncAt ?? 0) > now()) return;
  const lease = await leaseInbox(table, workspaceId, accountId, now());
  if (lease) await readInbox(services, workspaceId, account, lease);
}

async function readInbox(
  services: SyncServices,
  workspaceId: string,
  account: ReadableAccount,
  lease: Lease,
): Promise<void> {
  const { table, now } = services;
  const isSuspicious = hasStoppedReader(account, now()) || (account.syncFailures ?? 0) >= suspiciousFailures;
  const reading: Reading = { workspaceId, account, lease, isSuspicious, reached: lease.syncedTo };
  try {
    const session = await openInboxOf(services, workspaceId, account, sessionMs);
    try {
      const isEnd = await readMessages(services, session, reading);
      // The lease is not needed for it: what it finds is recorded once.
      if (isEnd && (account.unknownUntil ?? 0) > now()) {
        await searchSent(services, workspaceId, account, session);
      }
    } finally {
      session.close();
    }
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (!(error instanceof ImapUnavailable)) {
      // Should this fail as well, the lease ends by itself.
      await releaseInbox(table, workspaceId, account.id, lease, reading.reached).catch(() => undefined);
      throw error;
    }
    log('warn', 'inbox not available', { accountId: account.id, code: error.kind });
    const reason = error.kind === 'limit_exceeded' ? 'inbox_limit_exceeded' : 'inbox_unreachable';
    await recordReadFailure(table, workspaceId, account, lease, reading, now(), reason);
    if (error.kind === 'auth') await stopAccount(services, workspaceId, account);
  }
}

interface Reading {
  readonly workspaceId: string;
  readonly account: ReadableAccount;
  readonly lease: Lease;
  /** One of the next messages may be the reason why an earlier reader stopped. */
  readonly isSuspicious: boolean;
  /** All messages up to this one have had their effect, or are set aside. */
  reached: InboxPlace | undefined;
}

/** @returns false when its time was over before the end */
async function readMessages(
  services: SyncServices,
  session: ImapSession,
  reading: Reading,
): Promise<boolean> {
  const { table, now } = services;
  const { workspaceId, account, lease } = reading;
  const inbox = { workspaceId, accountId: account.id };
  const lateAt = performance.now() + readingMs;
  // An inbox that is new to us begins now: what lies in it was there before the first email.
  reading.reached ??= session.place;
  let saved = reading.reached;
  const places = readOn(services, inbox, session, {
    place: reading.reached,
    since: Date.parse(account.lastSyncAt ?? account.createdAt),
    isSuspicious: reading.isSuspicious,
    beginMessage: (message) => beginMessage(table, reading, message),
  });
  let isEnd = true;
  for await (const place of places) {
    reading.reached = place;
    isEnd = place.uid >= session.place.uid;
    if (!isEnd && performance.now() > lateAt) break;
    if (isEnd || (place.uidValidity === saved.uidValidity && place.uid < saved.uid + windowSize)) continue;
    await saveReading(table, workspaceId, account.id, lease, place);
    saved = place;
  }
  const syncedTo = isEnd ? session.place : reading.reached;
  await finishReading(table, workspaceId, account, lease, { syncedTo, isEnd }, now());

  return isEnd;
}

/** Saves the position and counts a try before a message is read: a reader that dies of it leaves both to the next. */
async function beginMessage(
  table: Table,
  { workspaceId, account, lease }: Reading,
  { uidValidity, uid }: InboxPlace,
): Promise<boolean> {
  const { syncedTo, syncAttempt } = lease;
  const isSame = syncedTo?.uidValidity === uidValidity && syncAttempt?.uid === uid;
  const tries = isSame ? syncAttempt.tries : 0;
  if (tries >= triesMax) return false;
  const before = { uidValidity, uid: uid - 1 };
  await saveReading(table, workspaceId, account.id, lease, before, { uid, tries: tries + 1 });

  return true;
}

/** Whoever changed the account meanwhile may have given it the right password. */
async function stopAccount(
  services: SyncServices,
  workspaceId: string,
  account: ReadableAccount,
): Promise<void> {
  const setback = { kind: 'auth', smtpCode: null } as const;
  const { writes } = planSendFailure(workspaceId, account, setback, services.now());
  await isApplied(commit(services, workspaceId, { writes }));
}
