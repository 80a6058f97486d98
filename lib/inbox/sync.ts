import { commit } from '#lib/commit/commit.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import type { GrantServices } from '#lib/email-accounts/grant.ts';
import {
  finishReading,
  hasStoppedReader,
  type InboxPosition,
  isReadable,
  type Lease,
  LeaseLost,
  leaseInbox,
  type ReadableAccount,
  readIntervalMinutes,
  releaseInbox,
  saveReadPosition,
} from '#lib/email-accounts/inbox.ts';
import { recordReadFailure } from '#lib/email-accounts/read-failure.ts';
import { planSendFailure } from '#lib/email-accounts/send-failure.ts';
import { tryApply } from '#lib/emails/settle.ts';
import type { InboxServices } from '#lib/inbox/inbox.ts';
import { openAccountInbox } from '#lib/inbox/open-inbox.ts';
import { readNewMessages, triesMax, windowSize } from '#lib/inbox/read-new-messages.ts';
import { searchSentFolder } from '#lib/inbox/sent-folder.ts';
import type { SyncMessage } from '#lib/inbox/workers.ts';
import { type ImapSession, ImapUnavailable } from '#lib/mail/imap.ts';
import { log } from '#lib/runtime/log.ts';
import type { InboxSchedules } from '#lib/schedule/inbox-schedules.ts';
import type { Table } from '#lib/storage/table.ts';

export interface SyncServices extends InboxServices, GrantServices {
  readonly schedules: InboxSchedules<SyncMessage>;
}

/** Time limit of a session: less than the lease and the function's timeout. */
const sessionMs = 60_000;
/** No message is started after this time, so that the last one can finish. The next invocation continues. */
const readingMs = 40_000;
/** After this number of consecutive failures, one of the next messages may be the cause. */
const suspiciousFailures = 2;

/**
 * Reads an account's inbox and maintains its schedule. It deletes the schedule if the inbox may not be read, and changes the
 * rate when the account starts or stops sending. The read of the account may be stale; then the next message corrects the rate.
 */
export async function syncInbox(services: SyncServices, message: SyncMessage): Promise<void> {
  const { table, now, schedules } = services;
  const { workspaceId, accountId, isBegin, everyMinutes } = message;
  const account = await findAccount(table, workspaceId, accountId);
  if (!isReadable(account)) return schedules.delete(accountId);
  const interval = readIntervalMinutes(account, now());
  // The message has another rate if the account has started or stopped sending since the schedule was set.
  if (isBegin || (everyMinutes ?? interval) !== interval) {
    await schedules.set(accountId, { workspaceId, accountId, everyMinutes: interval }, interval);
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
    const session = await openAccountInbox(services, workspaceId, account, sessionMs);
    try {
      const isEnd = await readMessages(services, session, reading);
      // The search needs no lease, because recording a delivery is idempotent.
      if (isEnd && (account.unknownUntil ?? 0) > now()) {
        await searchSentFolder(services, workspaceId, account, session);
      }
    } finally {
      session.close();
    }
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (!(error instanceof ImapUnavailable)) {
      // If the release fails as well, the lease expires.
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
  /** Whether one of the next messages may have stopped an earlier reader. */
  readonly isSuspicious: boolean;
  /** All messages up to this position took effect or were set aside. */
  reached: InboxPosition | undefined;
}

/** @returns false if the time limit ended the read before the last message */
async function readMessages(
  services: SyncServices,
  session: ImapSession,
  reading: Reading,
): Promise<boolean> {
  const { table, now } = services;
  const { workspaceId, account, lease } = reading;
  const inbox = { workspaceId, accountId: account.id };
  const deadline = performance.now() + readingMs;
  // A new inbox is read from its end: its messages are older than the account's first email.
  reading.reached ??= session.position;
  let saved = reading.reached;
  const positions = readNewMessages(services, inbox, session, {
    lastRead: reading.reached,
    since: Date.parse(account.lastSyncAt ?? account.createdAt),
    isSuspicious: reading.isSuspicious,
    beginMessage: (message) => beginMessage(table, reading, message),
  });
  let isEnd = true;
  for await (const position of positions) {
    reading.reached = position;
    isEnd = position.uid >= session.position.uid;
    if (!isEnd && performance.now() > deadline) break;
    // In addition to `beginMessage`, this saves one position per window. A crash repeats at most one window, which is idempotent.
    const isInSavedWindow =
      position.uidValidity === saved.uidValidity && position.uid < saved.uid + windowSize;
    if (isEnd || isInSavedWindow) continue;
    await saveReadPosition(table, workspaceId, account.id, lease, position);
    saved = position;
  }
  const syncedTo = isEnd ? session.position : reading.reached;
  await finishReading(table, workspaceId, account, lease, { syncedTo, isEnd }, now());

  return isEnd;
}

/**
 * Saves the position and counts an attempt before a message is fetched, in case the message stops the reader.
 * @returns false if the message had too many attempts and must be set aside
 */
async function beginMessage(
  table: Table,
  { workspaceId, account, lease }: Reading,
  { uidValidity, uid }: InboxPosition,
): Promise<boolean> {
  const { syncedTo, syncAttempt } = lease;
  const isSameMessage = syncedTo?.uidValidity === uidValidity && syncAttempt?.uid === uid;
  const tries = isSameMessage ? syncAttempt.tries : 0;
  if (tries >= triesMax) return false;
  const previousPosition = { uidValidity, uid: uid - 1 };
  await saveReadPosition(table, workspaceId, account.id, lease, previousPosition, { uid, tries: tries + 1 });

  return true;
}

/** Has no effect if the account was changed during the sync, because the change may have corrected the password. */
async function stopAccount(
  services: SyncServices,
  workspaceId: string,
  account: ReadableAccount,
): Promise<void> {
  const failure = { kind: 'auth', smtpCode: null } as const;
  const { writes } = planSendFailure(workspaceId, account, failure, services.now());
  await tryApply(commit(services, workspaceId, { writes }));
}
