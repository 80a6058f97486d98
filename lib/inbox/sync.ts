import { commit } from '#lib/commit/commit.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import type { GrantServices } from '#lib/email-accounts/grant.ts';
import {
  finishReading,
  hasStoppedReader,
  isReadable,
  type Lease,
  LeaseLost,
  leaseInbox,
  type ReadableAccount,
  releaseInbox,
  stopReading,
  unreadSince,
} from '#lib/email-accounts/inbox/inbox.ts';
import { recordReadFailure } from '#lib/email-accounts/inbox/read-failure.ts';
import { nextReadAt } from '#lib/email-accounts/inbox/read-pace.ts';
import { planSendFailure } from '#lib/email-accounts/send-failure.ts';
import { tryApply } from '#lib/emails/settle.ts';
import type { InboxServices } from '#lib/inbox/inbox.ts';
import { openAccountInbox } from '#lib/inbox/open-inbox.ts';
import { readFolders } from '#lib/inbox/read-folders.ts';
import { windowSize } from '#lib/inbox/read-new-messages.ts';
import { loadReadProgress, type ReadProgress } from '#lib/inbox/read-progress.ts';
import { searchSentFolder } from '#lib/inbox/sent-folder.ts';
import { type ImapSession, ImapUnavailable } from '#lib/mail/imap.ts';
import { log } from '#lib/runtime/log.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import type { SyncMessage } from '#lib/values/queues.ts';

type SyncServices = InboxServices & GrantServices;

/** Time limit of a session: less than the lease and the function's timeout. */
const sessionMs = 60_000;
/** No message is started after this time, so that the last one can finish. The next invocation continues. */
const readingMs = 40_000;
/** After this number of consecutive failures, one of the next messages may be the cause. */
const suspiciousFailures = 2;

/**
 * Reads an account's inbox if it is due, and states when it is due next. If a reader stops or fails, the inbox stays due, so the
 * sweeper requests it again.
 */
export async function syncInbox(
  services: SyncServices,
  { workspaceId, accountId }: SyncMessage,
): Promise<void> {
  const { table, now } = services;
  const account = await findAccount(table, workspaceId, accountId);
  if (!account) return;
  if (!isReadable(account)) return stopReading(table, workspaceId, account);
  const lease = await leaseInbox(table, workspaceId, accountId, now());
  if (!lease) return;
  // The position in the lease is not valid for the server that the account had before a change.
  if (lease.updatedAt === account.updatedAt) await readInbox(services, workspaceId, account, lease);
  else await releaseInbox(table, workspaceId, accountId, lease, undefined);
}

async function readInbox(
  services: SyncServices,
  workspaceId: string,
  account: ReadableAccount,
  lease: Lease,
): Promise<void> {
  const { table, now } = services;
  const startedAt = now();
  const isSuspicious = hasStoppedReader(account, now()) || (account.syncFailures ?? 0) >= suspiciousFailures;
  const progress = await loadReadProgress(table, workspaceId, account.id, lease);
  try {
    const session = await openAccountInbox(services, workspaceId, account, sessionMs);
    try {
      const isEnd = await readMessages(services, session, {
        workspaceId,
        account,
        lease,
        startedAt,
        isSuspicious,
        progress,
      });
      // The search needs no lease, because recording a delivery is idempotent.
      if (isEnd && (account.unknownUntil ?? 0) > now()) {
        await searchSentFolder(services, workspaceId, account, session);
      }
    } finally {
      session.close();
    }
  } catch (error) {
    if (error instanceof LeaseLost) return;
    const reached = progress.reached();
    if (!(error instanceof ImapUnavailable)) {
      const folders = progress.foldersPut();
      // If the release fails as well, the lease expires.
      await releaseInbox(table, workspaceId, account.id, lease, reached, folders).catch(() => undefined);
      throw error;
    }
    log('warn', 'inbox not available', { accountId: account.id, code: error.kind });
    const reason = error.kind === 'limit_exceeded' ? 'inbox_limit_exceeded' : 'inbox_unreachable';
    const folders = progress.foldersPutAfterFailure();
    const read = { reached, isSuspicious, folders, hasReadFolder: progress.hasReadFolder() };
    await recordReadFailure(table, workspaceId, account, lease, read, now(), reason);
    if (error.kind === 'auth') await stopAccount(services, workspaceId, account);
  }
}

interface Reading {
  readonly workspaceId: string;
  readonly account: ReadableAccount;
  readonly lease: Lease;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Whether one of the next messages may have stopped an earlier reader. */
  readonly isSuspicious: boolean;
  readonly progress: ReadProgress;
}

/** @returns false if the time limit ended the read before the last message */
async function readMessages(
  services: SyncServices,
  session: ImapSession,
  { workspaceId, account, lease, startedAt, isSuspicious, progress }: Reading,
): Promise<boolean> {
  const { table, now } = services;
  const inbox = { workspaceId, accountId: account.id, address: normaliseEmail(account.email) };
  const deadline = performance.now() + readingMs;
  const { states, beginMessage } = progress;
  const options = { states, since: unreadSince(account), isSuspicious, beginMessage };
  let isEnd = true;
  let unsaved = 0;
  for await (const { folder, state, isDone } of readFolders(services, inbox, session, options)) {
    progress.advance(folder, state);
    if (isDone) continue;
    isEnd = performance.now() <= deadline;
    if (!isEnd) break;
    // In addition to `beginMessage`, this saves one position per window. A crash repeats at most one window, which is idempotent.
    unsaved += 1;
    if (unsaved % windowSize === 0) await progress.save(folder);
  }
  const nextSyncAt = isEnd ? nextReadAt(account, startedAt, now()) : now();
  const read = { syncedTo: progress.reached(), isEnd, nextSyncAt, folders: progress.foldersPut() };
  await finishReading(table, workspaceId, account, lease, read, now());

  return isEnd;
}

/** Has no effect if the account was changed during the sync, because the change may have corrected the password. */
async function stopAccount(
  services: SyncServices,
  workspaceId: string,
  account: ReadableAccount,
): Promise<void> {
  const failure = { kind: 'auth', smtpCode: null } as const;
  const { until: _, ...stop } = planSendFailure(workspaceId, account, failure, services.now());
  await tryApply(commit(services, workspaceId, stop));
}
