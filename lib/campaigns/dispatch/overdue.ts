import * as z from 'zod/mini';
import type { Item } from '#lib/storage/table.ts';
import type { DispatchMessage } from '#lib/values/queues.ts';

const MessageFields = z.object({ workspaceId: z.string(), campaignId: z.string() });

/** The dispatch message of an overdue campaign; undefined if the campaign has left the worklist. */
export function readDispatchMessage(item: Item | undefined): DispatchMessage | undefined {
  if (item?.['gsi3pk'] === undefined) return undefined;
  const { workspaceId, campaignId } = MessageFields.parse(item);

  return { workspaceId, campaignId };
}
