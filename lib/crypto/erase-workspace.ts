import { dataKeyItemKey } from '#lib/crypto/vault.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

export const eraseDataKey = (eraser: Eraser, workspaceId: string) =>
  eraser.deletePartition(dataKeyItemKey(workspaceId).pk);
