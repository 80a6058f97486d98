import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import {
  failReading,
  finishReading,
  isReadable,
  type Lease,
  leaseInbox,
  type ReadableAccount,
} from '#lib/email-accounts/inbox.ts';
import { planSetback } from '#lib/email-accounts/setback.ts';
import { ifStillMine } from '#lib/emails/settle.ts';
import { openInboxOf } from '#lib/inbox/open.ts';
import { readOn } from '#lib/inbox/read-on.ts';
import type { InboxServices } from '#lib/inbox/receive.ts';
import { searchSent } from '#lib/inbox/sent-folder.ts';
import type { SyncCall } from '#lib/inbox/workers.ts';
import { ImapUnavailable } from '#lib/mail/imap.ts';
import { commit } from '#lib/runtime/commit.ts';
import { log } from '#lib/runtime/log.ts';
import type { InboxSchedules } from '#lib/schedule/inbox-schedules.ts';

export interface SyncServices extends InboxServices {
  readonly schedules: InboxSchedules;
  /** Whether mail servers may be on this machine: in the local stack only. */
  readonly loopback: 'allow' | 'refuse';
}

/** For a whole look: less than the lease, and than the function may run. */
const sessionMs = 60_000;

/**
 * Looks into an account's inbox. An account whose inbox is not to be read any more loses the schedule that calls for it,
 * so nobody who disconnects or stops one has to think of that.
 */
export async function syncInbox(services: SyncServices, call: SyncCall): Promise<void> {
  const { table, now, schedules } = services;
  const { workspaceId, accountId, isBegin } = call;
  const account = await findAccount(table, workspaceId, accountId);
  if (!isReadable(account)) return schedules.end(accountId);
  if (isBegin) await schedules.begin({ workspaceId, accountId });
  else if ((account.nextSyncAt ?? 0) > now()) return;
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
  let reached = lease.syncedTo;
  try {
    const session = await openInboxOf(services, workspaceId, account, sessionMs);
    try {
      // An inbox that is new to us begins now: what lies in it was there before the first mail.
      reached ??= session.place;
      const since = Date.parse(account.lastSyncAt ?? account.createdAt);
      const inbox = { workspaceId, accountId: account.id };
      for await (const place of readOn(services, inbox, session, { place: reached, since })) reached = place;
      await finishReading(table, workspaceId, account, lease, session.place, now());
      // Nobody's lease is needed for it: what it finds is recorded once.
      if ((account.unknownUntil ?? 0) > now()) await searchSent(services, workspaceId, account, session);
    } finally {
      session.close();
    }
  } catch (error) {
    if (!(error instanceof ImapUnavailable)) throw error;
    log('warn', 'inbox not available', { accountId: account.id, code: error.kind });
    const reason = error.kind === 'limit_exceeded' ? 'inbox_limit_exceeded' : 'inbox_unreachable';
    await failReading(table, workspaceId, account, lease, reached, now(), reason);
    if (error.kind === 'auth') await stopAccount(services, workspaceId, account);
  }
}

/** Whoever changed the account meanwhile may have given it the right password. */
async function stopAccount(
  services: SyncServices,
  workspaceId: string,
  account: ReadableAccount,
): Promise<void> {
  const setback = { kind: 'auth', smtpCode: null } as const;
  const { writes } = planSetback(workspaceId, account, setback, services.now());
  await ifStillMine(commit(services, workspaceId, { writes }));
}
