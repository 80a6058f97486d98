import {
  accountAddressKey,
  accountsPartition,
  settingsKey,
  toTrackingDomain,
} from '#lib/email-accounts/items.ts';
import { deleteClaim, findDomainClaim } from '#lib/links/domain-claim.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import { eraseStatistics } from '#lib/statistics/erase-workspace.ts';
import type { Eraser } from '#lib/storage/eraser.ts';
import type { Item, Table, Write } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** Deletes the accounts of a workspace. After that the accounts send no email, and other workspaces can claim their tracking domains. */
export async function eraseAccounts(table: Table, eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.forEachItem({ pk: accountsPartition(workspaceId) }, async (account) => {
    const addressClaim = accountAddressKey(workspaceId, normaliseEmail(String(account['email'])));
    const accountId = account.sk;
    const key = settingsKey(workspaceId, accountId);
    await eraseStatistics(eraser, workspaceId, accountId);
    const settingsItems: Item[] = [];
    await eraser.forEachItem({ pk: key.pk }, async (item) => void settingsItems.push(item));
    const settings = settingsItems.find(({ sk }) => sk === key.sk);
    const domain = settings === undefined ? null : toTrackingDomain(settings);
    // Sending an email requires the account's item, and claiming a tracking domain requires its settings. Both are deleted in
    // one transaction, so neither is possible afterwards.
    await retryOnConflict(async () => {
      const domainClaimWrites = await planDomainClaimDeletion(table, workspaceId, domain);
      await eraser.deleteKeys([account, addressClaim, ...settingsItems], domainClaimWrites);
    });
  });
}

async function planDomainClaimDeletion(
  table: Table,
  workspaceId: string,
  domain: string | null,
): Promise<Write[]> {
  if (domain === null) return [];

  return deleteClaim(domain, workspaceId, await findDomainClaim(table, domain));
}
