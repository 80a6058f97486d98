import type { Eraser } from '#lib/storage/eraser.ts';
import { invitationsPartition } from '#lib/users/items.ts';

export const eraseInvitations = (eraser: Eraser, workspaceId: string) =>
  eraser.deletePartition(invitationsPartition(workspaceId));
