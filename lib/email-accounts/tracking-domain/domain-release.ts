import type { AccountWithSettings } from '#lib/email-accounts/read.ts';
import { findDomainClaim, releaseDomain } from '#lib/links/domain-claim.ts';
import type { Table, Write } from '#lib/storage/table.ts';

/**
 * Releases the account's domain. If the account has no claim, the condition requires that no claim was created concurrently.
 */
export async function planDomainRelease(
  table: Table,
  workspaceId: string,
  { id: accountId, trackingDomain }: Pick<AccountWithSettings, 'id' | 'trackingDomain'>,
): Promise<Write[]> {
  if (trackingDomain === null) return [];
  const claim = await findDomainClaim(table, trackingDomain, { consistent: true });

  return [releaseDomain(trackingDomain, claim, { workspaceId, accountId })];
}
