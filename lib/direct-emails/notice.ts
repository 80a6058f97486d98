import { listOwners } from '#lib/auth/stored-user.ts';
import { commit } from '#lib/commit/commit.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { serviceEmailKey } from '#lib/direct-emails/items.ts';
import { dailyLimitWrites } from '#lib/direct-emails/limits.ts';
import { retentionSeconds, serviceEmailPut } from '#lib/direct-emails/service-emails.ts';
import { findServiceSender } from '#lib/direct-emails/service-sender.ts';
import { noticeText, type WebhookStatusChange } from '#lib/direct-emails/texts.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Item, type Key, type Put, TransactionRefused } from '#lib/storage/table.ts';
import { newId, timeOfId, timestamp } from '#lib/values/ids.ts';
import { Problem } from '#lib/values/problem.ts';

/** A webhook or an account has at most one notice in this time, because an endpoint may fail and recover all day. */
const noticeIntervalMs = 86_400_000;
/** Maximum recipients of one notice: the owners with the oldest ids. */
const recipientsMax = 20;

type NoticeServices = Pick<Services, 'table' | 'now'> & {
  readonly vault: Vault;
  readonly signer: TokenSigner;
};

/** The id of a mailbox is enough: a queue message has no address. */
type Change = WebhookStatusChange | { readonly accountId: string };

/** A webhook became `failing` or `disabled`, or the servers of a mailbox were exchanged. The notice has the id of that change. */
type Notice = Change & {
  readonly workspaceId: string;
  readonly noticeId: string;
};

/**
 * Queues one email to each owner of the workspace, in one transaction. A repeated message queues nothing. A second notice about the
 * same subject within a day is sent after that day, except that a webhook is failing. Without the
 * operator's mailbox there is no notice; the status is still in the API, in events and in metrics.
 */
export async function queueNotice(
  services: NoticeServices,
  { workspaceId, noticeId, ...change }: Notice,
): Promise<void> {
  const { table, vault, signer } = services;
  const { subjectId, ...subject } = subjectOf(change);
  const now = services.now();
  const markerKey = serviceEmailKey(workspaceId, subjectId);
  const [owners, sender, marker, account] = await Promise.all([
    listOwners(table, workspaceId),
    findServiceSender(table),
    table.get(markerKey),
    'accountId' in change ? findAccount(table, workspaceId, change.accountId) : undefined,
  ]);
  const recipients = owners.slice(0, recipientsMax);
  const content = 'accountId' in change ? account : change;
  if (!content) return logUnsent({ workspaceId, ...subject }, 'no_account');
  if (!sender || recipients.length === 0) {
    return logUnsent({ workspaceId, ...subject }, sender ? 'no_owner' : 'no_sender');
  }
  const lastDueAt = Number(marker?.['dueAt'] ?? 0);
  const dueAt = Math.max(now, lastDueAt + noticeIntervalMs);
  const isFailing = 'status' in change && change.status === 'failing';
  const isRepeated = marker !== undefined && String(marker['noticeId']) >= noticeId;
  if (isRepeated || (dueAt > now && (isFailing || lastDueAt > now))) {
    return logUnsent({ workspaceId, ...subject }, 'notified_before');
  }
  const text = noticeText(content, timestamp(timeOfId(noticeId)));
  const emails = recipients.map(({ userId: onBehalfOf, email: to }) => {
    const id = newId('sem', now);

    return { id, sender, to, onBehalfOf, text, dueAt };
  });
  const addresses = recipients.map(({ email }) => email);
  const kind = 'accountId' in change ? 'exchangeNotices' : 'notices';
  const writes = [
    markerPut(markerKey, noticeId, dueAt, marker),
    ...(await dailyLimitWrites(signer, workspaceId, kind, addresses, now, { senderId: sender.workspaceId })),
    ...(await Promise.all(emails.map((email) => serviceEmailPut(vault, workspaceId, email, now)))),
  ];
  const messages = emails.map(({ id: serviceEmailId }) => ({
    queue: 'sends' as const,
    message: { serviceEmailId },
  }));
  try {
    await commit(services, workspaceId, { writes, messages });
  } catch (error) {
    // A concurrent notice changed the marker, or a limit was exceeded.
    if (!(error instanceof TransactionRefused || error instanceof Problem)) throw error;
    logUnsent({ workspaceId, ...subject }, error instanceof Problem ? 'daily_limit' : 'notified_before');
  }
}

/** The item that states when the last notice about a subject is due. @param before the item as it was read */
function markerPut(key: Key, noticeId: string, dueAt: number, before: Item | undefined): Put {
  return {
    put: { ...key, noticeId, dueAt, expiresAtEpochSeconds: Math.ceil(dueAt / 1000) + retentionSeconds },
    if: before ? { noticeId: { is: String(before['noticeId']) } } : { pk: 'absent' },
  };
}

function subjectOf(change: Change) {
  return 'webhookId' in change
    ? { subjectId: change.webhookId, webhookId: change.webhookId }
    : { subjectId: change.accountId, accountId: change.accountId };
}

function logUnsent(fields: Parameters<typeof log>[2], code: string): void {
  log('warn', 'notice not sent', { ...fields, code });
}
