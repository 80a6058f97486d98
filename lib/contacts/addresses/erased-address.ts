import { entryRemoval, entryValueUpdate } from '#lib/blocklist/coverage.ts';
import {
  addressClaimKey,
  claimUpdate,
  toAddressClaim,
  unsuppressed,
} from '#lib/contacts/addresses/address-claim.ts';
import type { AddressClaim } from '#lib/contacts/contact.ts';
import { readAddressClaim } from '#lib/contacts/stored.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { recipientDigest } from '#lib/links/token.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Key, lookUpItems, type Put, type Table, type Write } from '#lib/storage/table.ts';
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
  if (!signer || providedEmails.length === 0 || !(await table.get(markKey(workspaceId)))) return;
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
    await retryOnConflict(() => restoreSuppression(table, workspaceId, erased, address));
  }
}

/**
 * Marks an address without a contact as erased, or ends the mark of this erasure. Until then, an import from before the erasure
 * creates and updates no contact with the address. Idempotent.
 */
export async function markErased(
  table: Table,
  workspaceId: string,
  address: string,
  { erasedAt, isEnd = false }: { readonly erasedAt: string; readonly isEnd?: boolean },
): Promise<void> {
  const claim = await readAddressClaim(table, workspaceId, address);
  const isMarked = claim?.erasedAt === erasedAt;
  if (isEnd ? !isMarked : claim?.contactId !== undefined || (claim?.erasedAt ?? '') >= erasedAt) return;
  const after = { ...claim, erasedAt: isEnd ? undefined : erasedAt };
  await table.transact([claimUpdate(workspaceId, address, claim, after)]);
}

/** Moves the suppression of an address to its erased form, unless a contact has the address. */
export async function eraseSuppression(
  table: Table,
  workspaceId: string,
  address: string,
  erased: string,
): Promise<void> {
  const [from, to] = await readClaims(table, workspaceId, address, erased);
  if (from.claim?.contactId !== undefined) return;
  const writes = suppressionMove(workspaceId, from, to);
  if (writes.length > 0) await table.transact([...writes, erasedMarkPut(workspaceId)]);
}

async function restoreSuppression(
  table: Table,
  workspaceId: string,
  erased: string,
  address: string,
): Promise<void> {
  const [from, to] = await readClaims(table, workspaceId, erased, address);
  const writes = suppressionMove(workspaceId, from, to);
  if (writes.length > 0) await table.transact(writes);
}

interface ClaimedAddress {
  /** Normalised. */
  readonly address: string;
  readonly claim: AddressClaim | undefined;
}

function readClaims(
  table: Table,
  workspaceId: string,
  ...addresses: [from: string, to: string]
): Promise<[ClaimedAddress, ClaimedAddress]> {
  const read = async (address: string) => ({
    address,
    claim: await readAddressClaim(table, workspaceId, address),
  });

  return Promise.all([read(addresses[0]), read(addresses[1])]);
}

/**
 * Moves a suppression with its entry. An address has one entry, so `to` keeps its own, but gets the status of an unsubscribe or a
 * bounce. Without a suppression of `from`, nothing moves.
 */
function suppressionMove(workspaceId: string, from: ClaimedAddress, to: ClaimedAddress): Write[] {
  if (from.claim?.suppressedBy === undefined) return [];
  const { suppressedAs, suppressedBy: entryId } = from.claim;
  const keptId = to.claim?.suppressedBy;
  const replacesStatus = keptId === undefined || (suppressedAs ?? 'blocklisted') !== 'blocklisted';
  const after = { ...to.claim, suppressedAs, suppressedBy: keptId ?? entryId };

  return [
    claimUpdate(workspaceId, from.address, from.claim, { ...from.claim, ...unsuppressed }),
    ...(replacesStatus ? [claimUpdate(workspaceId, to.address, to.claim, after)] : []),
    keptId === undefined
      ? entryValueUpdate(workspaceId, entryId, to.address)
      : entryRemoval(workspaceId, entryId),
  ];
}
