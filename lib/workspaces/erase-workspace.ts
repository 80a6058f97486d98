import type { Eraser } from '#lib/storage/eraser.ts';
import { workspaceSettingsKey } from '#lib/workspaces/items.ts';

export const eraseWorkspaceSettings = (eraser: Eraser, workspaceId: string) =>
  eraser.deletePartition(workspaceSettingsKey(workspaceId).pk);
