import { erasureKey } from '#lib/erasures/items.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

/** Deletes the record that a contact was erased. */
export const eraseErasureRecord = (eraser: Eraser, workspaceId: string, contactId: string) =>
  eraser.deletePartition(erasureKey(workspaceId, contactId).pk);
