import type { WholeAccount } from '#lib/email-accounts/read.ts';
import { findDomainClaim, releaseDomain } from '#lib/links/domain-claim.ts';
import type { Table, Write } from '#lib/storage/table.ts';

/** The account gives up its domain. What it had no claim to must not have been claimed meanwhile either. */
export async function planDomainRelease(
  table: Table,
  workspaceId: string,
  { id: accountId, trackingDomain }: Pick<WholeAccount, 'id' | 'trackingDomain'>,
): Promise<Write[]> {
  if (trackingDomain === null) return [];
  const claim = await findDomainClaim(table, trackingDomain, { consistent: true });

  return [releaseDomain(trackingDomain, claim, { workspaceId, accountId })];
}
