import type { InboxPlace, Lease } from '#lib/email-accounts/inbox.ts';
import { accountKey, type EmailAccountItem, settingsKey } from '#lib/email-accounts/items.ts';
import type { Table } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { timestamp } from '#lib/values/ids.ts';

const minuteMs = 60_000;
const pauseMsMax = 60 * minuteMs;

const troubles = {
  inbox_unreachable: 'the inbox cannot be read: replies and bounces are not seen, and follow-ups wait',
  inbox_limit_exceeded:
    'the server of the inbox sent more than one session may receive: the rest is read later, and follow-ups wait',
} as const;

/**
 * The inbox could not be read. It is tried again after 2, 4, 8 minutes and so on, and its account says so: it sends first
 * mails as before, while follow-ups wait. What has been read until then need not be read again. A session that read a part
 * of the inbox does not lengthen the pause: strangers who send many large messages only delay the rest.
 */
export async function failReading(
  table: Table,
  workspaceId: string,
  { id, syncFailures = 0 }: Pick<EmailAccountItem, 'id' | 'syncFailures'>,
  { until, syncedTo: known }: Lease,
  {
    reached: syncedTo,
    isSuspicious,
  }: { readonly reached: InboxPlace | undefined; readonly isSuspicious: boolean },
  now: number,
  code: keyof typeof troubles = 'inbox_unreachable',
): Promise<void> {
  const hasProgress = syncedTo !== undefined && syncedTo.uid > (known?.uid ?? syncedTo.uid);
  const pauseMs = hasProgress ? 2 * minuteMs : Math.min(pauseMsMax, 2 * minuteMs * 2 ** syncFailures);
  await updateIf(table, {
    update: accountKey(workspaceId, id),
    set: {
      ...(syncedTo && { syncedTo }),
      syncFailures: hasProgress ? 1 : syncFailures + 1,
      nextSyncAt: now + pauseMs,
    },
    // A server that hangs up says nothing of the message, unless it does so each time.
    remove: ['syncLeaseUntil', ...(isSuspicious ? [] : ['syncAttempt'])],
    if: { syncLeaseUntil: { is: until } },
  });
  const statusReason = {
    code,
    message: troubles[code],
    smtpCode: null,
    occurredAt: timestamp(now),
  };
  // Whatever else it has to say comes first.
  await updateIf(table, {
    update: settingsKey(workspaceId, id),
    set: { statusReason, inboxTrouble: true },
    if: { statusReason: { is: null } },
  });
}
