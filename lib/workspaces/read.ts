import type { Table } from '#lib/storage/table.ts';
import { toWorkspace, workspaceKey } from '#lib/workspaces/items.ts';

/** Null for a workspace that an earlier version created and that no operator has registered. */
export async function findWorkspaceName(table: Table, workspaceId: string): Promise<string | null> {
  const item = await table.get(workspaceKey(workspaceId));

  return item ? toWorkspace(item).name : null;
}
