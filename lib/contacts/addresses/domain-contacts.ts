import {
  addressOf,
  claimsUnder,
  isClaimUnder,
  toAddressClaim,
} from '#lib/contacts/addresses/address-items.ts';
import { readMerged } from '#lib/storage/merged-query.ts';
import type { Table } from '#lib/storage/table.ts';

export interface DomainContacts {
  readonly contacts: readonly { readonly contactId: string; readonly address: string }[];
  /** Position of the next page; undefined after the last. */
  readonly position: string | undefined;
}

/**
 * Reads one page of contacts with addresses in a domain or its sub-domains. Strongly consistent.
 * @param options limit: maximum claims to read; claims without a contact are skipped, so a page may be empty and not the last
 */
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
