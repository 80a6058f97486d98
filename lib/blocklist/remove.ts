import type { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { blockedDomainKey, entryKey } from '#lib/blocklist/items.ts';
import { startSuppressionJob } from '#lib/blocklist/job.ts';
import { findEntry } from '#lib/blocklist/read.ts';
import { planContactRelease } from '#lib/blocklist/release.ts';
import { readAddressOwner } from '#lib/blocklist/suppress.ts';
import type { Change } from '#lib/commit/change.ts';
import { claimUpdate, unsuppressed } from '#lib/contacts/addresses/address-claim.ts';
import { readAddressClaim } from '#lib/contacts/stored.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';

/**
 * Plans the removal of an entry. This transaction releases the contact of an address; a job releases the contacts of a domain.
 * @throws Problem 404
 */
export async function planRemoval(
  services: Services,
  workspaceId: string,
  entryId: string,
): Promise<Change<undefined>> {
  const entry = await findEntry(services.table, workspaceId, entryId);
  if (!entry) throw notFound();

  return entry.type === 'email'
    ? planAddressRemoval(services, workspaceId, entry)
    : planDomainRemoval(services, workspaceId, entry);
}

async function planAddressRemoval(
  services: Services,
  workspaceId: string,
  entry: BlocklistEntry,
): Promise<Change<undefined>> {
  const claim = await readAddressClaim(services.table, workspaceId, entry.value);
  if (claim?.suppressedBy !== entry.id) throw new StaleDecision('the entry was removed concurrently');
  const contact = await readAddressOwner(services, workspaceId, claim);
  // The claim is empty, because this transaction removes the suppression of the address.
  const released =
    contact?.blocklistEntryId === entry.id
      ? await planContactRelease(services, workspaceId, contact, {})
      : { writes: [] };

  return {
    ...released,
    writes: [
      entryDeletion(workspaceId, entry),
      claimUpdate(workspaceId, entry.value, claim, { ...claim, ...unsuppressed }),
      ...released.writes,
    ],
    result: undefined,
  };
}

function planDomainRemoval({ now }: Services, workspaceId: string, entry: BlocklistEntry): Change<undefined> {
  const job = startSuppressionJob(workspaceId, 'release', entry, now());

  return {
    writes: [
      entryDeletion(workspaceId, entry),
      {
        delete: blockedDomainKey(workspaceId, entry.value),
        if: { entryId: { is: entry.id } },
        otherwise: () => new StaleDecision('the entry was removed concurrently'),
      },
      ...job.writes,
    ],
    result: undefined,
    messages: job.messages,
  };
}

function entryDeletion(workspaceId: string, { id }: BlocklistEntry): Write {
  return { delete: entryKey(workspaceId, id), if: { pk: 'present' }, otherwise: () => notFound() };
}
