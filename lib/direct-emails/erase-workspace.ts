import { serviceEmailsPartition } from '#lib/direct-emails/items.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

export const eraseServiceEmails = (eraser: Eraser, workspaceId: string) =>
  eraser.deletePartition(serviceEmailsPartition(workspaceId));
