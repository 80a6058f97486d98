import {
  addressOf,
  claimsUnder,
  isClaimUnder,
  toAddressClaim,
} from '#lib/contacts/addresses/address-claim.ts';
import { readMerged } from '#lib/storage/merged-query.ts';
import type { Table } from '#lib/storage/table.ts';

export interface DomainContact {
  readonly contactId: string;
  readonly address: string;
  /** Position after this contact. */
  readonly position: string;
}

interface DomainContacts {
  readonly contacts: readonly DomainContact[];
  /** Position of the next page; undefined after the last. */
  readonly position: string | undefined;
}

/**
 * Reads one page of contacts with addresses in a domain or its sub-domains.
 * @param after position of the page; undefined for the first
 * @param limit maximum claims to read; claims without a contact are skipped, so a page may be empty and not the last
 */
export async function readDomainContacts(
  table: Table,
  workspaceId: string,
  domain: string,
  after: string | undefined,
  limit: number,
): Promise<DomainContacts> {
  const claims = await readMerged(table, claimsUnder(workspaceId, domain), after, limit);

  return {
    contacts: claims.flatMap((claim) => {
      // `com.acme-x#…` sorts between `com.acme#…` and `com.acme.mail#…`.
      const contactId = isClaimUnder(claim, domain) ? toAddressClaim(claim)?.contactId : undefined;

      return contactId === undefined ? [] : [{ contactId, address: addressOf(claim), position: claim.sk }];
    }),
    position: claims.length < limit ? undefined : claims.at(-1)?.sk,
  };
}
