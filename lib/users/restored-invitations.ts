import { missingItems } from '#lib/storage/compare-tables.ts';
import type { Table } from '#lib/storage/table.ts';
import { invitationsPartition } from '#lib/users/items.ts';

/** The ids of the invitations that were deleted in the live table since the time of the restored table. */
export async function listEndedInvitations(
  restored: Table,
  live: Table,
  workspaceId: string,
): Promise<string[]> {
  const items = missingItems(restored, live, { pk: invitationsPartition(workspaceId) });

  return Array.fromAsync(items, ({ sk }) => sk);
}
