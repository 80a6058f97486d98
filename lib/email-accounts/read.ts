import * as z from 'zod/mini';
import { EmailAccount, EmailAccountSettings } from '#lib/email-accounts/email-account.ts';
import { readAccountItems, readAccounts } from '#lib/email-accounts/email-accounts.ts';
import {
  accountAddressKey,
  accountsPartition,
  type EmailAccountItem,
  type SendingAccount,
  settingsKey,
  statusIndex,
  toAccount,
  toSender,
} from '#lib/email-accounts/items.ts';
import { sendingCapacity } from '#lib/email-accounts/quota.ts';
import type { EmailAccountStatus } from '#lib/email-accounts/sending.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { timestamp } from '#lib/values/ids.ts';
import { notFound } from '#lib/values/problem.ts';
import { isUpdatedAfter } from '#lib/values/schemas.ts';

/** All data of an account except its credentials. */
export type AccountWithSettings = EmailAccountItem & EmailAccountSettings;

/** @throws Problem 404 */
export async function getAccount(
  { table, now }: Services,
  workspaceId: string,
  accountId: string,
): Promise<EmailAccount> {
  return presentAccount(await readAccountWithSettings(table, workspaceId, accountId), now());
}

/** @throws Problem 404 */
export async function readAccountWithSettings(
  table: Table,
  workspaceId: string,
  accountId: string,
): Promise<AccountWithSettings> {
  const { account, settings } = await readBothItems(table, workspaceId, accountId);

  return { ...EmailAccountSettings.parse(settings), ...toAccount(account) };
}

async function readBothItems(...[table, workspaceId, accountId]: Parameters<typeof readAccountItems>) {
  const found = await readAccountItems(table, workspaceId, accountId);
  if (!found) throw notFound();

  return found;
}

/** The account of an address that the workspace has ever connected, in any status, with its sealed passwords. */
export async function findByAddress(
  table: Table,
  workspaceId: string,
  email: string,
): Promise<(AccountWithSettings & SendingAccount) | undefined> {
  const claim = await table.get(accountAddressKey(workspaceId, normaliseEmail(email)));
  if (!claim) return undefined;
  const accountId = String(claim['accountId']);
  const { account, settings } = await readBothItems(table, workspaceId, accountId);

  return { ...toSender(settings), ...EmailAccountSettings.parse(settings), ...toAccount(account) };
}

interface AccountRequest extends PageRequest {
  readonly updatedAfter?: string | undefined;
  readonly status?: EmailAccountStatus | undefined;
}

/** Newest first. */
export function listAccounts(
  { table, now }: Services,
  workspaceId: string,
  request: AccountRequest,
): Promise<Page<EmailAccount>> {
  const { status } = request;
  const present = async (items: readonly Item[]) => {
    const ids = items.map(({ sk }) => sk);
    // `gsi4` has only the keys of accounts.
    const [accounts, settingsItems] = await Promise.all([
      status === undefined ? items.map(toAccount) : readAccounts(table, workspaceId, ids),
      table.getMany(ids.map((id) => settingsKey(workspaceId, id))),
    ]);
    const accountsById = new Map(accounts.map((account) => [account.id, account]));
    const settingsById = new Map(
      settingsItems.map((item) => [String(item['id']), EmailAccountSettings.parse(item)]),
    );

    return ids.map((id) => {
      const account = accountsById.get(id);
      const settings = settingsById.get(id);
      // The index may lag behind, so accounts with a changed status are filtered out.
      const isListed =
        account &&
        settings &&
        (status === undefined || account.status === status) &&
        isUpdatedAfter(account, request);

      return isListed ? presentAccount({ ...settings, ...account }, now()) : undefined;
    });
  };

  return queryPage(table, {
    ...(status === undefined
      ? { partitions: [accountsPartition(workspaceId)] }
      : { index: 'gsi4', partitions: [statusIndex(workspaceId, status)] }),
    request,
    read: present,
  });
}

/** Removes fields that are not in the API. `EmailAccount` is a closed object and would reject them. */
const PublicAccount = z.object(EmailAccount.shape);

/** The resource as returned by the API. Internal attributes are removed. */
export function presentAccount(account: AccountWithSettings, now: number): EmailAccount {
  const { sentToday, remainingToday, nextSendAt } = sendingCapacity(account, now);

  return PublicAccount.parse({
    ...account,
    health: account.health ?? null,
    sentToday,
    remainingToday,
    nextSendAt: nextSendAt === null ? null : timestamp(nextSendAt),
  });
}
