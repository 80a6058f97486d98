import * as z from 'zod/mini';
import { CampaignStatus, campaignSettings, PauseReason } from '#lib/campaigns/campaign.ts';
import { Delay } from '#lib/campaigns/step.ts';
import type { Item } from '#lib/storage/table.ts';

/* What the table keeps of campaigns. Apart from their keys, so that who needs only those does not carry the schemas. */

const StepHead = z.object({ id: z.string(), parts: z.int(), delay: Delay });

export const CampaignItem = z.object({
  id: z.string(),
  ...campaignSettings,
  status: CampaignStatus,
  pauseReason: z.nullable(PauseReason),
  /** In their order. What a plan needs of a step; its texts stand in items of their own. */
  steps: z.array(StepHead),
  /** Counts edits: who decided upon an older one decides anew. */
  version: z.int(),
  startedAt: z.nullable(z.string()),
  pausedAt: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type CampaignItem = z.infer<typeof CampaignItem>;

const count = z._default(z.int(), 0);

const Counters = z.object({
  /** Enrolled, or about to be. One that enters again counts again. */
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
  /**
   * `enrol` and `stop` work through `contactIds`, `audience` through whom the campaign's audience holds, `erase` through all
   * executions of a campaign that is gone.
   */
  kind: z.enum(['enrol', 'stop', 'audience', 'erase']),
  contactIds: z.array(z.string()),
  /** How far it is: of `contactIds` so many have been looked at. Grows with every chunk. */
  done: z.int(),
  /** Where `audience` and `erase` go on. */
  after: z.optional(z.string()),
});
export type Job = z.infer<typeof Job>;

export const toCampaignItem = (item: Item): CampaignItem => CampaignItem.parse(item);
export const toCounters = (item: Item): Counters => Counters.parse(item);
export const toDispatch = (item: Item): Dispatch => Dispatch.parse(item);
export const toJob = (item: Item): Job => Job.parse(item);
