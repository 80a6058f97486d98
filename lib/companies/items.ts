import type { Key } from '#lib/storage/table.ts';

export function companyKey(workspaceId: string, companyId: string): Key {
  return { pk: `W#${workspaceId}#COMPANY#${companyId}`, sk: 'COMPANY' };
}
