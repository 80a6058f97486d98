import { allEntries, blockedDomainKey, suppressionJobKey } from '#lib/blocklist/items.ts';
import { addressClaimKey } from '#lib/contacts/addresses/address-claim.ts';
import type { Eraser } from '#lib/storage/eraser.ts';
import { worklistPartitions } from '#lib/storage/worklist.ts';

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
  await eraseSuppressionJobs(eraser, workspaceId);
}

/** Unfinished jobs are listed only in the worklist, which all workspaces share. */
async function eraseSuppressionJobs(eraser: Eraser, workspaceId: string): Promise<void> {
  const jobPrefix = suppressionJobKey(workspaceId, '').pk;
  for (const pk of worklistPartitions('suppression')) {
    await eraser.forEachItem({ index: 'gsi3', pk }, async (job) => {
      if (job.pk.startsWith(jobPrefix)) await eraser.deleteKeys([job]);
    });
  }
}
