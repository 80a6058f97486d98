import { coverageKeys, findCoveringEntryId } from '#lib/blocklist/coverage.ts';
import { addressClaimKey, toAddressClaim } from '#lib/contacts/addresses/address-claim.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { type Check, lookUpItems, type Table } from '#lib/storage/table.ts';
import { normaliseEmail, splitAddress } from '#lib/values/email-address.ts';

/** Whether an entry of the blocklist covers an address. An address that only unsubscribed or bounced is not covered. */
export async function isBlocklisted(table: Table, workspaceId: string, email: string): Promise<boolean> {
  const address = normaliseEmail(email);
  const { domain } = splitAddress(address);
  const claimKey = addressClaimKey(workspaceId, address);
  const lookUp = await lookUpItems(table, [claimKey, ...coverageKeys(workspaceId, domain)]);

  return (
    toAddressClaim(lookUp(claimKey))?.suppressedAs === 'blocklisted' ||
    findCoveringEntryId(workspaceId, domain, lookUp) !== undefined
  );
}

/** Conditions of a transaction: no entry of the blocklist covers the address. */
export function mustNotBeBlocklisted(workspaceId: string, email: string): Check[] {
  const address = normaliseEmail(email);
  const otherwise = () => new StaleDecision('the address was blocklisted concurrently');

  return [
    {
      check: addressClaimKey(workspaceId, address),
      // One of the two conditions must hold. An unsubscribed or bounced address is not blocklisted.
      if: [{ suppressedAs: 'absent' }, { suppressedAs: { oneOf: ['unsubscribed', 'bounced'] } }],
      otherwise,
    },
    ...coverageKeys(workspaceId, splitAddress(address).domain).map((key) => ({
      check: key,
      if: { pk: 'absent' } as const,
      otherwise,
    })),
  ];
}
