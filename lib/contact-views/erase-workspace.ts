import { viewsPartition } from '#lib/contact-views/items.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

export const eraseContactViews = (eraser: Eraser, workspaceId: string) =>
  eraser.deletePartition(viewsPartition(workspaceId));
