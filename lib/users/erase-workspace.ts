import type { Eraser } from '#lib/storage/eraser.ts';
import { invitationsPartition, userCountKey } from '#lib/users/items.ts';

/** Deletes invitations and the count of users. `lib/auth` deletes users. */
export async function eraseInvitations(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.deletePartition(invitationsPartition(workspaceId));
  await eraser.deletePartition(userCountKey(workspaceId).pk);
}
