import * as z from 'zod/mini';
import type { Change } from '#lib/commit/change.ts';
import { senderKey } from '#lib/direct-emails/items.ts';
import { findAccount, type SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { isUsable } from '#lib/email-accounts/sending.ts';
import type { Table } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/** The item that only the operator writes. */
const SenderItem = z.object({
  /** The workspace of the mailbox. */
  workspaceId: z.string(),
  emailAccountId: z.string(),
  /** Of the pages that accept tokens, ends with a slash. */
  pagesUrl: z.string(),
});
type SenderItem = z.infer<typeof SenderItem>;

/** The operator's mailbox, which sends all emails of the service, and the URL of the pages that accept tokens. */
export interface ServiceSender extends Omit<SenderItem, 'emailAccountId'> {
  readonly account: SendingAccount;
}

/** The setting of the operator, also if its mailbox is not connected. */
export async function findSenderSetting(table: Table): Promise<SenderItem | undefined> {
  const item = await table.get(senderKey);

  return item && SenderItem.parse(item);
}

/** Undefined if the operator has set no sender, or its mailbox is not connected. */
export async function findServiceSender(table: Table): Promise<ServiceSender | undefined> {
  const setting = await findSenderSetting(table);
  if (!setting) return undefined;
  const { workspaceId, emailAccountId, pagesUrl } = setting;
  const account = await findAccount(table, workspaceId, emailAccountId);

  return isUsable(account) ? { workspaceId, account, pagesUrl } : undefined;
}

/**
 * Sets the mailbox from which the service sends its emails.
 * @throws Problem 422 if the mailbox is not connected
 */
export async function planServiceSender(
  table: Table,
  { workspaceId, emailAccountId, pagesUrl }: SenderItem,
): Promise<Change<SenderItem>> {
  const account = await findAccount(table, workspaceId, emailAccountId);
  if (!isUsable(account)) throw invalidField('account', 'state', 'is not connected');
  const { href } = new URL(pagesUrl.endsWith('/') ? pagesUrl : `${pagesUrl}/`);
  const result = { workspaceId, emailAccountId, pagesUrl: href };

  return { writes: [{ put: { ...senderKey, ...result } }], result };
}

/**
 * Gives a restored table the setting of the live table: the earlier mailbox must not send again.
 * @returns undefined if the settings are equal
 */
export async function planSenderRestoration({
  restored,
  live,
}: {
  readonly restored: Table;
  readonly live: Table;
}): Promise<(Change<SenderItem> & { readonly workspaceId: string }) | undefined> {
  const [earlier, later] = await Promise.all([findSenderSetting(restored), findSenderSetting(live)]);
  const changed = earlier ?? later;
  if (changed === undefined || isSameValue(earlier, later)) return undefined;
  const write = later ? { put: { ...senderKey, ...later } } : { delete: senderKey };

  return { workspaceId: changed.workspaceId, writes: [write], result: changed };
}
