import { writeWithFolders } from '#lib/email-accounts/inbox/folder-states.ts';
import type { InboxPosition, Lease } from '#lib/email-accounts/inbox/inbox.ts';
import { inboxDue } from '#lib/email-accounts/inbox/items.ts';
import { accountKey, type EmailAccountItem, settingsKey } from '#lib/email-accounts/items.ts';
import { type Put, type Table, type Update, updateIf } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';

const minuteMs = 60_000;
const delayMsMax = 60 * minuteMs;

const failureMessages = {
  inbox_unreachable: 'the inbox cannot be read: replies and bounces are not detected, and follow-ups wait',
  inbox_limit_exceeded:
    'the inbox server sent more data than one session allows: the rest is read later, and follow-ups wait',
} as const;

interface UnfinishedRead {
  /** The position in INBOX. */
  readonly reached: InboxPosition | undefined;
  readonly isSuspicious: boolean;
  /** Undefined if the progress in other folders has not changed. */
  readonly folders?: Put | undefined;
  /** Whether messages of another folder were read. */
  readonly hasReadFolder?: boolean;
}

/**
 * Records that the inbox could not be read, also in the account's status reason. The inbox is read again after 2, 4, 8, …
 * minutes, at most an hour. First emails are still sent, but follow-ups wait. The reached position is saved. A session that
 * read part of the inbox resets the delay, so that large messages only delay the messages after them.
 */
export async function recordReadFailure(
  table: Table,
  workspaceId: string,
  { id, syncFailures = 0 }: Pick<EmailAccountItem, 'id' | 'syncFailures'>,
  { until, syncedTo }: Lease,
  { reached, isSuspicious, folders, hasReadFolder = false }: UnfinishedRead,
  now: number,
  code: keyof typeof failureMessages = 'inbox_unreachable',
): Promise<void> {
  const isNewInbox = reached?.uidValidity !== syncedTo?.uidValidity;
  const hasProgress = hasReadFolder || (reached ? isNewInbox || reached.uid > (syncedTo?.uid ?? 0) : false);
  const delayMs = hasProgress ? 2 * minuteMs : Math.min(delayMsMax, 2 * minuteMs * 2 ** syncFailures);
  const update: Update = {
    update: accountKey(workspaceId, id),
    set: {
      ...(reached && { syncedTo: reached }),
      syncFailures: hasProgress ? 1 : syncFailures + 1,
      ...inboxDue(id, now + delayMs),
    },
    // `syncAttempt` counts the tries of one message. It is kept only if that message may have caused the failure.
    remove: ['syncLeaseUntil', ...(isSuspicious ? [] : ['syncAttempt'])],
    if: { syncLeaseUntil: { is: until } },
  };
  await writeWithFolders(table, update, folders);
  const statusReason = {
    code,
    message: failureMessages[code],
    smtpCode: null,
    occurredAt: timestamp(now),
  };
  // Other reasons have priority. `inboxTrouble` marks this reason, so that the next successful read clears it.
  await updateIf(table, {
    update: settingsKey(workspaceId, id),
    set: { statusReason, inboxTrouble: true },
    if: { statusReason: { is: null } },
  });
}
