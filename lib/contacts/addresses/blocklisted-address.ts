import { coverageKeys, findCoveringEntryId } from '#lib/blocklist/coverage.ts';
import { addressClaimKey, toAddressClaim } from '#lib/contacts/addresses/address-claim.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { type Check, type Key, lookUpItems, type Table } from '#lib/storage/table.ts';
import { normaliseEmail, splitAddress } from '#lib/values/email-address.ts';

/**
 * Which entries of the blocklist count: entries of the address, or also entries of its domain. Emails to users ignore domains,
 * because a workspace often blocks the domain of its users.
 */
export type BlocklistScope = 'address' | 'address_and_domain';

/** Whether an entry of the blocklist covers an address. An address that only unsubscribed or bounced is not covered. */
export async function isBlocklisted(
  table: Table,
  workspaceId: string,
  email: string,
  scope: BlocklistScope,
): Promise<boolean> {
  const address = normaliseEmail(email);
  const claimKey = addressClaimKey(workspaceId, address);
  const lookUp = await lookUpItems(table, [claimKey, ...domainKeys(workspaceId, address, scope)]);

  return (
    toAddressClaim(lookUp(claimKey))?.suppressedAs === 'blocklisted' ||
    findCoveringEntryId(workspaceId, splitAddress(address).domain, lookUp) !== undefined
  );
}

/** Conditions of a transaction: no entry of the blocklist covers the address. */
export function mustNotBeBlocklisted(workspaceId: string, email: string, scope: BlocklistScope): Check[] {
  const address = normaliseEmail(email);
  const otherwise = () => new StaleDecision('the address was blocklisted concurrently');

  return [
    {
      check: addressClaimKey(workspaceId, address),
      // One of the two conditions must hold. An unsubscribed or bounced address is not blocklisted.
      if: [{ suppressedAs: 'absent' }, { suppressedAs: { oneOf: ['unsubscribed', 'bounced'] } }],
      otherwise,
    },
    ...domainKeys(workspaceId, address, scope).map((key) => ({
      check: key,
      if: { pk: 'absent' } as const,
      otherwise,
    })),
  ];
}

function domainKeys(workspaceId: string, address: string, scope: BlocklistScope): Key[] {
  return scope === 'address' ? [] : coverageKeys(workspaceId, splitAddress(address).domain);
}
