import * as z from 'zod/mini';
import { toJob } from '#lib/campaigns/stored.ts';
import type { JobCall, Tick } from '#lib/campaigns/workers.ts';
import type { Item } from '#lib/storage/table.ts';

const Place = z.object({ workspaceId: z.string(), campaignId: z.string() });

/** The dispatch message of an overdue campaign; undefined if the campaign has left the worklist. */
export function readDispatchTick(item: Item | undefined): Tick | undefined {
  if (item?.['gsi3pk'] === undefined) return undefined;
  const { workspaceId, campaignId } = Place.parse(item);

  return { workspaceId, campaignId };
}

/** The message of an overdue job; undefined if the job is finished, because its item is deleted. */
export function readJobCall(item: Item | undefined): JobCall | undefined {
  if (!item) return undefined;
  const { workspaceId, campaignId } = Place.parse(item);

  return { workspaceId, campaignId, jobId: toJob(item).jobId };
}
