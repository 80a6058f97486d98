import {
  addressOf,
  claimsUnder,
  isClaimUnder,
  toAddressClaim,
} from '#lib/contacts/addresses/address-items.ts';
import { readMerged } from '#lib/storage/merge.ts';
import type { Table } from '#lib/storage/table.ts';

export interface DomainContacts {
  readonly contacts: readonly { readonly contactId: string; readonly address: string }[];
  /** Where the next ones begin; undefined after the last. */
  readonly position: string | undefined;
}

/** Whose addresses lie in a domain and its sub-domains, at most so many at once. Strongly consistent. */
export async function readDomainContacts(
  table: Table,
  workspaceId: string,
  domain: string,
  { position, limit }: { readonly position: string | undefined; readonly limit: number },
): Promise<DomainContacts> {
  const claims = await readMerged(table, claimsUnder(workspaceId, domain), position, limit);

  return {
    contacts: claims.flatMap((claim) => {
      const contactId = isClaimUnder(claim, domain) ? toAddressClaim(claim)?.contactId : undefined;

      return contactId === undefined ? [] : [{ contactId, address: addressOf(claim) }];
    }),
    position: claims.length < limit ? undefined : claims.at(-1)?.sk,
  };
}
