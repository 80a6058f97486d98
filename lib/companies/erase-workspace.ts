import { allCompanies, companyExternalIdKey, domainClaimKey, nameClaimKey } from '#lib/companies/items.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

export async function eraseCompanies(eraser: Eraser, workspaceId: string): Promise<void> {
  for (const pk of allCompanies(workspaceId).partitions) {
    await eraser.forEachItem({ index: 'gsi1', pk }, async (company) => {
      const { domain, externalId, name } = company;
      await eraser.deleteKeys([
        ...(typeof domain === 'string' ? [domainClaimKey(workspaceId, domain)] : []),
        ...(typeof externalId === 'string' ? [companyExternalIdKey(workspaceId, externalId)] : []),
        nameClaimKey(workspaceId, String(name)),
        company,
      ]);
    });
  }
}
