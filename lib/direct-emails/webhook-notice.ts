import { listOwners } from '#lib/auth/users.ts';
import { commit } from '#lib/commit/commit.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { dayCountKey, dayCountUpdate, serviceEmailKey } from '#lib/direct-emails/items.ts';
import { retentionSeconds, serviceEmailPut } from '#lib/direct-emails/service-emails.ts';
import { type WebhookStatusChange, webhookNoticeText } from '#lib/direct-emails/texts.ts';
import { listAllAccounts } from '#lib/email-accounts/email-accounts.ts';
import { isCoolingDown } from '#lib/email-accounts/send-failure.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { TransactionRefused, type Write } from '#lib/storage/table.ts';
import { newId, timeOfId, timestamp } from '#lib/values/ids.ts';

/** Maximum emails with notices per workspace and UTC day, because an endpoint may fail and recover all day. */
const noticeEmailsPerDay = 50;
/** Maximum recipients of one notice: the owners with the oldest ids. */
const recipientsMax = 20;

type NoticeServices = Pick<Services, 'table' | 'now'> & { readonly vault: Vault };

/** A webhook became `failing` or `disabled`. The notice has the id of that change. */
export interface WebhookNotice extends Omit<WebhookStatusChange, 'at'> {
  readonly workspaceId: string;
  readonly noticeId: string;
}

/**
 * Queues one email to each owner of the workspace, in one transaction. A repeated message queues nothing. Without a connected
 * account there is no notice; the status is still in the API, in events and in metrics.
 */
export async function queueWebhookNotice(
  services: NoticeServices,
  { workspaceId, noticeId, ...change }: WebhookNotice,
): Promise<void> {
  const { table, vault } = services;
  const now = services.now();
  const [owners, account] = await Promise.all([
    listOwners(table, workspaceId),
    findNoticeAccount(services, workspaceId),
  ]);
  const recipients = owners.slice(0, recipientsMax);
  if (!account || recipients.length === 0) {
    return logUnsent(workspaceId, change.webhookId, account ? 'no_owner' : 'no_account');
  }
  const text = webhookNoticeText({ ...change, at: timestamp(timeOfId(noticeId)) });
  const emails = recipients.map(({ email: to }) => ({ id: newId('sem', now), account, to, text }));
  const puts = await Promise.all(emails.map((email) => serviceEmailPut(vault, workspaceId, email, now)));
  try {
    await commit(services, workspaceId, {
      writes: [...noticeLimitWrites(workspaceId, noticeId, emails.length, now), ...puts],
      messages: emails.map(({ id: emailId }) => ({ kind: 'service_email', emailId })),
    });
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // The first write is the marker of the notice.
    const wasQueued = error.failed.has(0);
    if (!wasQueued) logUnsent(workspaceId, change.webhookId, 'daily_limit');
  }
}

/** The first write refuses a repeated notice, the second one a notice beyond the day's limit. */
function noticeLimitWrites(workspaceId: string, noticeId: string, count: number, now: number): Write[] {
  const marker = {
    ...serviceEmailKey(workspaceId, noticeId),
    expiresAtEpochSeconds: Math.ceil(now / 1000) + retentionSeconds,
  };
  const dayCounter = dayCountKey(workspaceId, timestamp(now).slice(0, 10));

  return [
    { put: marker, if: { pk: 'absent' } },
    dayCountUpdate(dayCounter, 'notices', { count, max: noticeEmailsPerDay }, now),
  ];
}

/** The oldest connected account without a cool-down; otherwise the oldest connected account. */
async function findNoticeAccount({ table, now }: NoticeServices, workspaceId: string) {
  const accounts = await listAllAccounts(table, workspaceId);
  const connected = accounts.filter(({ status }) => status === 'connected');

  return connected.find((account) => !isCoolingDown(account, now())) ?? connected[0];
}

function logUnsent(workspaceId: string, webhookId: string, code: string): void {
  log('warn', 'notice not sent', { workspaceId, webhookId, code });
}
