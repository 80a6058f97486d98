import * as z from 'zod/mini';
import type { Item } from '#lib/storage/table.ts';
import type { ExportMessage } from '#lib/values/queues.ts';

/* Only the key, because the schema of an export would enlarge the sweeper's bundle. */
const ExportIds = z.object({ workspaceId: z.string(), id: z.string() });

/** The queue message that resumes an export or its deletion; undefined if nothing is left to do. */
export function readExportMessage(item: Item | undefined): ExportMessage | undefined {
  if (item?.['gsi3pk'] === undefined) return undefined;
  const { workspaceId, id } = ExportIds.parse(item);

  return { workspaceId, exportId: id };
}
