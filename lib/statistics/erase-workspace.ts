import { statsPartition } from '#lib/statistics/items.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

/** @param scopeId a campaign or an email account; undefined for the whole workspace */
export const eraseStatistics = (eraser: Eraser, workspaceId: string, scopeId: string | undefined) =>
  eraser.deletePartition(statsPartition(workspaceId, scopeId));
