import { snippetsPartition } from '#lib/snippets/items.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

export const eraseSnippets = (eraser: Eraser, workspaceId: string) =>
  eraser.deletePartition(snippetsPartition(workspaceId));
