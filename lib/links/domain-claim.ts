import * as z from 'zod/mini';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Check, Condition, Key, Put, Table, Write } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                  |
 * |---------------------------------------------|--------------------------------------|
 * | the workspace that owns a tracking domain   | GetItem DOMAIN#<name>, CLAIM          |
 *
 * A domain is exclusive while at least one account of its owner is verified. After the last account releases it, another
 * workspace can claim it. Until then the item stays, so that links in the owner's sent messages keep working.
 */
const ClaimItem = z.object({
  workspaceId: z.string(),
  /** Accounts with the `trackingDomainStatus` `verified` for this domain. */
  accountIds: z.array(z.string()),
  version: z.int(),
});
export type DomainClaim = z.infer<typeof ClaimItem>;

export interface Claimant {
  readonly workspaceId: string;
  readonly accountId: string;
}

const claimKey = (domain: string): Key => ({ pk: `DOMAIN#${domain}`, sk: 'CLAIM' });

/** @param domain in lower case, in ASCII */
export async function findDomainClaim(table: Table, domain: string): Promise<DomainClaim | undefined> {
  const item = await table.get(claimKey(domain));

  return item && ClaimItem.parse(item);
}

/** Whether an account of another workspace is verified for the domain. */
export function isClaimedByAnother(claim: DomainClaim | undefined, workspaceId: string): boolean {
  return claim !== undefined && claim.workspaceId !== workspaceId && claim.accountIds.length > 0;
}

/** The write that adds a verified account. The caller has checked that no other workspace holds the domain. Idempotent. */
export function claimDomain(domain: string, claim: DomainClaim | undefined, claimant: Claimant): Put | Check {
  const { workspaceId, accountId } = claimant;
  const claimedIds = claim?.workspaceId === workspaceId ? claim.accountIds : [];
  if (claimedIds.includes(accountId)) return claimCheck(domain, claim);

  return claimWrite(domain, claim, { workspaceId, accountIds: [...claimedIds, accountId] });
}

/** The write that removes an account that released the domain or failed its verification. Idempotent. */
export function releaseDomain(
  domain: string,
  claim: DomainClaim | undefined,
  { workspaceId, accountId }: Claimant,
): Put | Check {
  const isClaimedByAccount = claim?.workspaceId === workspaceId && claim.accountIds.includes(accountId);
  if (!isClaimedByAccount) return claimCheck(domain, claim);
  const accountIds = claim.accountIds.filter((id) => id !== accountId);

  return claimWrite(domain, claim, { workspaceId, accountIds });
}

/** Releases an account's domain. Without a claim, the condition requires that no claim was created concurrently. */
export async function planDomainRelease(
  table: Table,
  workspaceId: string,
  { id: accountId, trackingDomain }: { readonly id: string; readonly trackingDomain: string | null },
): Promise<Write[]> {
  if (trackingDomain === null) return [];
  const claim = await findDomainClaim(table, trackingDomain);

  return [releaseDomain(trackingDomain, claim, { workspaceId, accountId })];
}

/** The write that deletes the claim of a deleted workspace. None if another workspace has the domain. */
export function deleteClaim(domain: string, workspaceId: string, claim: DomainClaim | undefined): Write[] {
  return claim?.workspaceId === workspaceId ? [{ delete: claimKey(domain), ...ifUnchanged(claim) }] : [];
}

function claimWrite(
  domain: string,
  before: DomainClaim | undefined,
  after: Omit<DomainClaim, 'version'>,
): Put | Check {
  return {
    put: { ...claimKey(domain), ...after, version: (before?.version ?? 0) + 1 },
    ...ifUnchanged(before),
  };
}

/** Without a change, the condition still ensures that the claim is as it was read. */
function claimCheck(domain: string, claim: DomainClaim | undefined): Check {
  return { check: claimKey(domain), ...ifUnchanged(claim) };
}

function ifUnchanged(claim: DomainClaim | undefined): {
  readonly if: Condition;
  readonly otherwise: () => Error;
} {
  return {
    if: claim ? { version: { is: claim.version } } : { pk: 'absent' },
    otherwise: () => new StaleDecision('the domain was claimed or released concurrently'),
  };
}
