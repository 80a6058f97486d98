import { addressClaimKey } from '#lib/contacts/addresses/address-claim.ts';
import { erasedMarkPut } from '#lib/contacts/addresses/erased-address.ts';
import { formerAddressPrefix } from '#lib/contacts/addresses/former-address.ts';
import { contactExternalIdKey } from '#lib/contacts/external-ids/claim.ts';
import { importsIndex } from '#lib/contacts/import/items.ts';
import { contactsByStatus, tagKey } from '#lib/contacts/items.ts';
import type { Eraser } from '#lib/storage/eraser.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

export async function eraseContacts(eraser: Eraser, workspaceId: string): Promise<void> {
  for (const pk of contactsByStatus(workspaceId).partitions) {
    await eraser.forEachItem({ index: 'gsi1', pk }, (contact) =>
      eraseContactPartition(eraser, workspaceId, contact.pk),
    );
  }
  await eraser.deletePartition(erasedMarkPut(workspaceId).put.pk);
}

/** Deletes the partition of a contact that may have been deleted, with its tags and its claims. */
export async function eraseContactPartition(eraser: Eraser, workspaceId: string, pk: string): Promise<void> {
  await eraser.deletePartition(pk, async ({ sk, id, tags, email, externalId }) => {
    if (sk.startsWith(formerAddressPrefix))
      await eraser.deleteKeys([addressClaimKey(workspaceId, sk.slice(formerAddressPrefix.length))]);
    if (sk !== 'CONTACT') return;
    const tagList = Array.isArray(tags) ? tags.map(String) : [];
    await eraser.deleteKeys([
      ...tagList.map((tag) => tagKey(workspaceId, tag, String(id))),
      addressClaimKey(workspaceId, normaliseEmail(String(email))),
      ...(typeof externalId === 'string' ? [contactExternalIdKey(workspaceId, externalId)] : []),
    ]);
  });
}

/** Deletes the starts, reports and records of imports that ran within their request: these have no job. */
export async function eraseImports(eraser: Eraser, workspaceId: string): Promise<void> {
  const partitions = new Set<string>();
  await eraser.forEachItem({ index: 'gsi4', pk: importsIndex(workspaceId) }, async ({ pk }) => {
    if (!partitions.has(pk)) await eraser.deletePartition(pk);
    partitions.add(pk);
  });
  await eraser.deletePartition(importsIndex(workspaceId));
}
