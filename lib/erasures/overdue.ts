import { toStoredErasure } from '#lib/erasures/items.ts';
import type { Item } from '#lib/storage/table.ts';
import type { ErasureMessage } from '#lib/values/queues.ts';

/** The queue message that resumes an erasure; undefined if it is completed and has left the worklist. */
export function readErasureMessage(item: Item | undefined): ErasureMessage | undefined {
  if (item?.['gsi3pk'] === undefined) return undefined;
  const { workspaceId, contactId } = toStoredErasure(item);

  return { workspaceId, contactId };
}
