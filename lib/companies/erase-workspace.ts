import { allCompanies, domainClaimKey, nameClaimKey } from '#lib/companies/items.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

export async function eraseCompanies(eraser: Eraser, workspaceId: string): Promise<void> {
  for (const pk of allCompanies(workspaceId).partitions) {
    await eraser.forEachItem({ index: 'gsi1', pk }, async (company) => {
      const { domain, name } = company;
      await eraser.deleteKeys([
        ...(typeof domain === 'string' ? [domainClaimKey(workspaceId, domain)] : []),
        nameClaimKey(workspaceId, String(name)),
        company,
      ]);
    });
  }
}
