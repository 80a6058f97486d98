import {
  accountsPartition,
  addressClaimKey,
  settingsKey,
  toTrackingDomain,
} from '#lib/email-accounts/items.ts';
import { deleteClaim, findDomainClaim } from '#lib/links/domain-claim.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { statsPartition } from '#lib/statistics/items.ts';
import type { Item, Write } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import type { Eraser } from './eraser.ts';

type Table = Services['table'];

/** Deletes the accounts of a workspace. After that no email is claimed, and other workspaces can claim their tracking domains. */
export async function eraseAccounts(table: Table, eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.forEachItem({ pk: accountsPartition(workspaceId) }, async (account) => {
    const claim = addressClaimKey(workspaceId, normaliseEmail(String(account['email'])));
    const settings = settingsKey(workspaceId, account.sk);
    await eraser.deletePartition(statsPartition(workspaceId, account.sk));
    const parts: Item[] = [];
    await eraser.forEachItem({ pk: settings.pk }, async (part) => void parts.push(part));
    const domain = parts.filter(({ sk }) => sk === settings.sk).map(toTrackingDomain)[0] ?? null;
    // An email is claimed in the account's item, a domain in its settings. One transaction deletes both, so neither is claimed later.
    await retryOnConflict(async () => {
      const also = await deleteDomainClaim(table, workspaceId, domain);
      await eraser.deleteKeys([account, claim, ...parts], also);
    });
  });
}

async function deleteDomainClaim(table: Table, workspaceId: string, domain: string | null): Promise<Write[]> {
  if (domain === null) return [];

  return deleteClaim(domain, workspaceId, await findDomainClaim(table, domain, { consistent: true }));
}
