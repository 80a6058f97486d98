import * as z from 'zod/mini';
import { toJob } from '#lib/campaigns/stored.ts';
import type { JobCall, Tick } from '#lib/campaigns/workers.ts';
import type { Item } from '#lib/storage/table.ts';

const Place = z.object({ workspaceId: z.string(), campaignId: z.string() });

/** The call that a late campaign should have got; undefined when it has left the worklist since. */
export function readDispatchTick(item: Item | undefined): Tick | undefined {
  if (item?.['gsi3pk'] === undefined) return undefined;
  const { workspaceId, campaignId } = Place.parse(item);

  return { workspaceId, campaignId };
}

/** The call that a late job should have got; a finished one has no item any more. */
export function readJobCall(item: Item | undefined): JobCall | undefined {
  if (!item) return undefined;
  const { workspaceId, campaignId } = Place.parse(item);

  return { workspaceId, campaignId, jobId: toJob(item).jobId };
}
