import * as z from 'zod/mini';
import { CampaignStatus, Step } from '#lib/campaigns/campaign.ts';
import type { Item, Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                           |
 * |---------------------------------------------|---------------------------------------------------------------|
 * | get by id, with counters and steps          | Query W#<workspace>#CAMPAIGN#<id>, C#                          |
 * | is it running? (checked by every claim)     | ConditionCheck C#0, kept small for that: texts stand in steps  |
 * | list newest first                           | gsi1 W#<workspace>#CAMPAIGNS, by id                           |
 * | running campaigns whose wake-up call is late| worklist, from the item D#DISPATCH                            |
 * | enrolments that nobody finished             | worklist, from the items J#<job>                              |
 */
export const campaignPartition = (workspaceId: string, campaignId: string) =>
  `W#${workspaceId}#CAMPAIGN#${campaignId}`;

export const campaignsIndex = (workspaceId: string) => `W#${workspaceId}#CAMPAIGNS`;

export const campaignPrefix = 'C#';

export function campaignKey(workspaceId: string, campaignId: string): Key {
  return { pk: campaignPartition(workspaceId, campaignId), sk: `${campaignPrefix}0` };
}

export function countersKey(workspaceId: string, campaignId: string): Key {
  return { pk: campaignPartition(workspaceId, campaignId), sk: `${campaignPrefix}1#COUNTERS` };
}

export function stepKey(workspaceId: string, campaignId: string, stepId: string): Key {
  return { pk: campaignPartition(workspaceId, campaignId), sk: `${campaignPrefix}2#STEP#${stepId}` };
}

export function dispatchKey(workspaceId: string, campaignId: string): Key {
  return { pk: campaignPartition(workspaceId, campaignId), sk: 'D#DISPATCH' };
}

export function jobKey(workspaceId: string, campaignId: string, jobId: string): Key {
  return { pk: campaignPartition(workspaceId, campaignId), sk: `J#${jobId}` };
}

const CampaignItem = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  status: CampaignStatus,
  pauseReason: z.nullable(z.literal('user')),
  stepIds: z.array(z.string()),
  emailAccountIds: z.array(z.string()),
  startedAt: z.nullable(z.string()),
  pausedAt: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type CampaignItem = z.infer<typeof CampaignItem>;

const count = z._default(z.int(), 0);

const Counters = z.object({
  /** Enrolled, or about to be. */
  contacts: count,
  openJobs: count,
  sent: count,
  opened: count,
  clicked: count,
  started: count,
  endedUnsent: count,
  completed: count,
  replied: count,
  bounced: count,
  unsubscribed: count,
  blocklisted: count,
  failed: count,
  stopped: count,
});
export type Counters = z.infer<typeof Counters>;

export const noCounts: Counters = Counters.parse({});

const Dispatch = z.object({
  /** The due execution up to which hints were sent since the last fresh look. */
  position: z.optional(z.string()),
  /** Epoch milliseconds of the last slot given away. */
  lastSlotAt: z.int(),
  nextWakeAt: z.int(),
  version: z.int(),
});
export type Dispatch = z.infer<typeof Dispatch>;

const Job = z.object({
  jobId: z.string(),
  campaignId: z.string(),
  contactIds: z.array(z.string()),
  stepId: z.string(),
  /** How many of the contacts have been looked at. */
  done: z.int(),
});
export type Job = z.infer<typeof Job>;

export const toCampaignItem = (item: Item): CampaignItem => CampaignItem.parse(item);
export const toCounters = (item: Item): Counters => Counters.parse(item);
export const toStep = (item: Item): Step => {
  const { id, type, variants } = item;

  return Step.parse({ id, type, variants });
};
export const toDispatch = (item: Item): Dispatch => Dispatch.parse(item);
export const toJob = (item: Item): Job => Job.parse(item);
