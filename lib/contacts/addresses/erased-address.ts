import { entryValueUpdate } from '#lib/blocklist/coverage.ts';
import { addressClaimKey, claimUpdate, toAddressClaim } from '#lib/contacts/addresses/address-claim.ts';
import { readAddressClaim } from '#lib/contacts/stored.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { recipientDigest } from '#lib/links/token.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Key, lookUpItems, type Put, type Table } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/*
 * | access pattern                                 | how                                                       |
 * |------------------------------------------------|-----------------------------------------------------------|
 * | the suppression of an erased address           | the address claim of <keyed digest>@erased.invalid        |
 * | does the workspace have suppressed digests?    | GetItem W#<workspace>#ERASED_ADDRESSES, MARK               |
 *
 * After a contact is erased, only a keyed digest of its suppressed addresses is stored. The digest becomes an address in a
 * domain that cannot exist (RFC 2606), so claims and blocklist entries need no other form. When a client provides the address
 * again, the suppression moves back to it.
 */
const erasedDomain = 'erased.invalid';

/** @param digest `recipientDigest` of the address */
export const erasedAddress = (digest: string) => `${digest}@${erasedDomain}`;

const markKey = (workspaceId: string): Key => ({ pk: `W#${workspaceId}#ERASED_ADDRESSES`, sk: 'MARK' });

/** Part of each transaction that suppresses a digest. Without the mark, digests are not looked up. */
export const erasedMarkPut = (workspaceId: string): Put => ({ put: { ...markKey(workspaceId) } });

/** `signer` computes the digests. Functions that accept no addresses do not have it. */
export interface ErasedAddressServices extends Services {
  readonly signer?: TokenSigner;
}

/**
 * Restores the suppression of erased addresses before contacts with these addresses are planned, so that they are created
 * suppressed. Idempotent.
 */
export async function restoreSuppressions(
  { table, signer }: ErasedAddressServices,
  workspaceId: string,
  emails: readonly (string | undefined)[],
): Promise<void> {
  const providedEmails = emails.filter((email) => email !== undefined);
  if (
    !signer ||
    providedEmails.length === 0 ||
    !(await table.get(markKey(workspaceId), { consistent: true }))
  )
    return;
  const addresses = await Promise.all(
    providedEmails.map(normaliseEmail).map(async (address) => ({
      address,
      erased: erasedAddress(await recipientDigest(signer, workspaceId, address)),
    })),
  );
  const lookUp = await lookUpItems(
    table,
    addresses.map(({ erased }) => addressClaimKey(workspaceId, erased)),
  );
  for (const { address, erased } of addresses) {
    if (!toAddressClaim(lookUp(addressClaimKey(workspaceId, erased)))?.suppressedBy) continue;
    await retryOnConflict(() => moveSuppression(table, workspaceId, erased, address));
  }
}

/**
 * Moves a suppression with its entry from an address to its erased form, or back. If `to` is already suppressed, it keeps
 * its suppression.
 * @param from, to normalised
 * @param options `also`: puts for the same transaction. `unlessOwned`: do nothing while `from` belongs to a contact
 */
export async function moveSuppression(
  table: Table,
  workspaceId: string,
  from: string,
  to: string,
  { also = [], unlessOwned = false }: { readonly also?: readonly Put[]; readonly unlessOwned?: boolean } = {},
): Promise<void> {
  const [fromClaim, toClaim] = await Promise.all([
    readAddressClaim(table, workspaceId, from),
    readAddressClaim(table, workspaceId, to),
  ]);
  if (fromClaim?.suppressedBy === undefined || (unlessOwned && fromClaim.contactId !== undefined)) return;
  const { contactId, suppressedAs, suppressedBy } = fromClaim;
  await table.transact([
    claimUpdate(workspaceId, from, fromClaim, { contactId }),
    ...(toClaim?.suppressedBy === undefined
      ? [claimUpdate(workspaceId, to, toClaim, { ...toClaim, suppressedAs, suppressedBy })]
      : []),
    entryValueUpdate(workspaceId, suppressedBy, to),
    ...also,
  ]);
}
