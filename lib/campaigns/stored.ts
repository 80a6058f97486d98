import * as z from 'zod/mini';
import {
  CampaignStatus,
  campaignSettings,
  PauseReason,
  threadReassignments,
} from '#lib/campaigns/definition/settings.ts';
import { Delay } from '#lib/campaigns/definition/step.ts';
import type { Item } from '#lib/storage/table.ts';

/* What the table keeps of campaigns. Apart from their keys, so that who needs only those does not carry the schemas. */

const StepHead = z.object({ id: z.string(), parts: z.int(), delay: Delay, businessDaysOnly: z.boolean() });

export const CampaignItem = z.object({
  id: z.string(),
  ...campaignSettings,
  threadReassignments: z._default(threadReassignments, []),
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
  answered: count,
  started: count,
  endedUnsent: count,
  paused: count,
  pausedUnsent: count,
  unknown: count,
  unknownUnsent: count,
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

const DayCount = z.object({ day: z.string(), mails: z.int(), firsts: z.int() });
/** What a campaign has sent on its last day of sending. */
export type Quota = z.infer<typeof DayCount>;

const Dispatch = z.object({
  /** Of each queue, the due execution up to which hints were sent since the last fresh look. */
  positions: z._default(z.record(z.string(), z.string()), {}),
  /** What was sent or given a slot, on the campaign's last days. */
  given: z._default(z.array(DayCount), []),
  /** Epoch milliseconds of the last slot given away. */
  lastSlotAt: z._default(z.int(), 0),
  /** Since when what is due has no account that could send it. Epoch milliseconds. */
  stalledSince: z.optional(z.int()),
  /** Since when nothing is there to be sent, though not all have come to an end as far as the counters know. */
  idleSince: z.optional(z.int()),
  /** When a job was created to end the executions of the campaign, because its `endAt` had passed. Epoch milliseconds. */
  endJobAt: z.optional(z.int()),
  /** When the campaign was started, until all slots from before that are over. Epoch milliseconds. */
  resumedAt: z.optional(z.int()),
  /** When the campaign was restarted after its bounce rate had paused it. Epoch milliseconds. */
  bouncesCountedFrom: z.optional(z.int()),
  version: z._default(z.int(), 0),
});
type DispatchState = z.infer<typeof Dispatch>;

export interface Dispatch extends DispatchState {
  /** Time zones other than the campaign's for whose windows somebody waits, or has waited. */
  readonly zones: readonly string[];
  /** Accounts on which somebody waits, or has waited, for a follow-up. */
  readonly accountIds: readonly string[];
}

const Job = z.object({
  jobId: z.string(),
  campaignId: z.string(),
  /**
   * `enrol` and `stop` work through `contactIds`, `audience` through whom the campaign's audience holds, `resume` through who
   * waits for a missing value, `end` through all executions of a campaign whose `endAt` has passed, `erase` through those of
   * one that is gone.
   */
  kind: z.enum(['enrol', 'stop', 'audience', 'resume', 'end', 'erase']),
  contactIds: z.array(z.string()),
  /** How far it is: of `contactIds` so many have been looked at. Grows with every chunk. */
  done: z.int(),
  /** Why `stop` stops them. Jobs without one take out whom somebody removed. */
  reason: z.optional(z.string()),
  /** Of `resume`: only the contacts of this company. */
  companyId: z.optional(z.string()),
  /** The position at which a job that reads an index continues. */
  after: z.optional(z.string()),
});
export type Job = z.infer<typeof Job>;

export const toCampaignItem = (item: Item): CampaignItem => CampaignItem.parse(item);
export const toCounters = (item: Item): Counters => Counters.parse(item);
/** Of a campaign in which nobody has waited yet. */
export const noDispatch: Dispatch = { ...Dispatch.parse({}), zones: [], accountIds: [] };

const zonePrefix = 'zone:';
const accountPrefix = 'account:';

/** Attributes that say whose queues there are: each is set by whoever first puts somebody there, beside all others. */
export const knownZones = (zones: readonly string[]) => attributesOf(zonePrefix, zones);
export const knownAccounts = (accountIds: readonly string[]) => attributesOf(accountPrefix, accountIds);

export function toDispatch(item: Item): Dispatch {
  return {
    ...Dispatch.parse(item),
    zones: namesOf(zonePrefix, item),
    accountIds: namesOf(accountPrefix, item),
  };
}

function attributesOf(prefix: string, names: readonly string[]): Record<string, true> {
  return Object.fromEntries(names.map((name) => [prefix + name, true]));
}

function namesOf(prefix: string, item: Item): string[] {
  return Object.keys(item).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}
export const toQuota = (item: Item): Quota => DayCount.parse(item);
export const toJob = (item: Item): Job => Job.parse(item);
