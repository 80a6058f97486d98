import * as z from 'zod/mini';
import { Stale } from '#lib/runtime/stale.ts';
import type { Check, Condition, Item, Key, Put, Table } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                  |
 * |---------------------------------------------|--------------------------------------|
 * | the workspace that owns a tracking domain   | GetItem DOMAIN#<name>, CLAIM          |
 *
 * A domain is exclusive while at least one account of its owner is verified. Once the last account gives it up, another
 * workspace can claim it; until then links in the owner's sent messages go on working, so the item stays.
 */
const ClaimItem = z.object({
  workspaceId: z.string(),
  /** Accounts whose `trackingDomainStatus` for this domain is `verified`. */
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
export async function findDomainClaim(
  table: Table,
  domain: string,
  options: { readonly consistent?: boolean } = {},
): Promise<DomainClaim | undefined> {
  const item: Item | undefined = await table.get(claimKey(domain), options);

  return item && ClaimItem.parse(item);
}

export function isHeldByAnother(claim: DomainClaim | undefined, workspaceId: string): boolean {
  return claim !== undefined && claim.workspaceId !== workspaceId && claim.accountIds.length > 0;
}

/** The account has proved its right to the domain, and no other workspace holds it. Repeating it changes nothing. */
export function claimDomain(domain: string, claim: DomainClaim | undefined, claimant: Claimant): Put | Check {
  const { workspaceId, accountId } = claimant;
  const others = claim?.workspaceId === workspaceId ? claim.accountIds : [];
  if (others.includes(accountId)) return unchanged(domain, claim);

  return changed(domain, claim, { workspaceId, accountIds: [...others, accountId] });
}

/** The account gives the domain up, or could not prove its right to it. Repeating it changes nothing. */
export function releaseDomain(
  domain: string,
  claim: DomainClaim | undefined,
  { workspaceId, accountId }: Claimant,
): Put | Check {
  const isHolder = claim?.workspaceId === workspaceId && claim.accountIds.includes(accountId);
  if (!isHolder) return unchanged(domain, claim);
  const accountIds = claim.accountIds.filter((id) => id !== accountId);

  return changed(domain, claim, { workspaceId, accountIds });
}

function changed(
  domain: string,
  before: DomainClaim | undefined,
  after: Omit<DomainClaim, 'version'>,
): Put | Check {
  return { put: { ...claimKey(domain), ...after, version: (before?.version ?? 0) + 1 }, ...asRead(before) };
}

/** What is decided rests on the claim as it was read, also when it does not change. */
function unchanged(domain: string, claim: DomainClaim | undefined): Check {
  return { check: claimKey(domain), ...asRead(claim) };
}

function asRead(claim: DomainClaim | undefined): {
  readonly if: Condition;
  readonly otherwise: () => Error;
} {
  return {
    if: claim ? { version: { is: claim.version } } : { pk: 'absent' },
    otherwise: () => new Stale('the domain was claimed or released meanwhile'),
  };
}
