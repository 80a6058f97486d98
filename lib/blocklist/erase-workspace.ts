import { allEntries, blockedDomainKey } from '#lib/blocklist/items.ts';
import { addressClaimKey } from '#lib/contacts/addresses/address-claim.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

export async function eraseBlocklist(eraser: Eraser, workspaceId: string): Promise<void> {
  for (const pk of allEntries(workspaceId).partitions) {
    await eraser.forEachItem({ pk }, async (entry) => {
      const value = String(entry['value']);
      const claimKey =
        entry['type'] === 'domain'
          ? blockedDomainKey(workspaceId, value)
          : addressClaimKey(workspaceId, value);
      await eraser.deleteKeys([claimKey, entry]);
    });
  }
}
