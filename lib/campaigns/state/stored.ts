import * as z from 'zod/mini';
import {
  CampaignStatus,
  campaignSettings,
  PauseReason,
  threadReassignments,
} from '#lib/campaigns/state/settings.ts';
import { Delay, type Step } from '#lib/campaigns/state/step.ts';
import { Winner, WinnerRule } from '#lib/campaigns/state/winner.ts';
import type { Item } from '#lib/storage/table.ts';

/* Schemas of the stored items. Separate from their keys: functions that need only keys do not bundle the schemas. */

/** The part of a step that the campaign item has. */
const StepHead = z.object({
  id: z.string(),
  /** Number of items that hold the complete step. */
  parts: z.int(),
  delay: Delay,
  businessDaysOnly: z.boolean(),
  /** The dispatcher reads the variants only of steps with a rule. */
  winnerRule: z.optional(WinnerRule),
});

export const CampaignItem = z.object({
  id: z.string(),
  ...campaignSettings,
  threadReassignments: z._default(threadReassignments, []),
  status: CampaignStatus,
  pauseReason: z.nullable(PauseReason),
  /** Ordered. Without texts, which are in separate items. */
  steps: z.array(StepHead),
  /** Not in the steps, because an edit replaces the steps. Each send reads the campaign item anyway. */
  winners: z._default(z.array(Winner), []),
  /** Increases with each change. Used for optimistic locking. */
  version: z.int(),
  startedAt: z.nullable(z.string()),
  pausedAt: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type CampaignItem = z.infer<typeof CampaignItem>;

const count = z._default(z.int(), 0);

/** `CampaignCounter` describes the counters from `sent` on. */
const Counters = z.object({
  /**
   * Number of enrolments, including enrolments that a job has yet to make. A contact that is enrolled twice counts twice.
   */
  contacts: count,
  /** Number of jobs that are not finished. The campaign cannot complete before. */
  openJobs: count,
  /** How often an ended execution was opened again. A completion fails if it changes. */
  reopened: count,
  sent: count,
  openTracked: count,
  clickTracked: count,
  opened: count,
  clicked: count,
  answered: count,
  bouncedEmails: count,
  unsubscribes: count,
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

export const zeroCounters: Counters = Counters.parse({});

/**
 * How many emails of a campaign were sent or have a slot on one day, which is a date in the campaign's time zone. `firsts`
 * counts the first emails among them.
 */
const DayCount = z.object({ day: z.string(), mails: z.int(), firsts: z.int() });
export type DayCount = z.infer<typeof DayCount>;

const StoredDispatch = z.object({
  /** By queue: position of the last execution that got a slot since the last rescan. */
  positions: z._default(z.record(z.string(), z.string()), {}),
  /** Emails that were sent or have a slot, on the campaign's last two days. */
  given: z._default(z.array(DayCount), []),
  /** Time of the last assigned slot. Epoch milliseconds. */
  lastSlotAt: z._default(z.int(), 0),
  /** Since when no account can send the due emails. Epoch milliseconds. */
  stalledSince: z.optional(z.int()),
  /** Since when no execution waits in a queue, although the counters show open executions. Epoch milliseconds. */
  idleSince: z.optional(z.int()),
  /** When an `end` job was created, because `endAt` had passed. Epoch milliseconds. */
  endJobAt: z.optional(z.int()),
  /** When the campaign was last started. Removed after the last slot from before the start. Epoch milliseconds. */
  resumedAt: z.optional(z.int()),
  /** The campaign's counters when it was restarted after its bounce rate had paused it. `at` is in epoch milliseconds. */
  bouncesCountedFrom: z.optional(z.object({ at: z.int(), sent: z.int(), bouncedEmails: z.int() })),
  /** When the rules for winners were last evaluated. Epoch milliseconds. */
  winnersCheckedAt: z._default(z.int(), 0),
  version: z._default(z.int(), 0),
});
type DispatchState = z.infer<typeof StoredDispatch>;

export interface Dispatch extends DispatchState {
  /** Time zones with a queue of first emails, in addition to the campaign's. */
  readonly zones: readonly string[];
  /** Accounts with a queue of follow-ups. */
  readonly accountIds: readonly string[];
}

export const toCampaignItem = (item: Item): CampaignItem => CampaignItem.parse(item);
export const toCounters = (item: Item): Counters => Counters.parse(item);
/** State of a campaign before its first dispatch. */
export const initialDispatch: Dispatch = { ...StoredDispatch.parse({}), zones: [], accountIds: [] };

const zonePrefix = 'zone:';
const accountPrefix = 'account:';

/**
 * One attribute for each queue of a zone or an account, so that concurrent writers can add queues without a conflict.
 */
export const zoneAttributes = (zones: readonly string[]) => attributesOf(zonePrefix, zones);
export const accountAttributes = (accountIds: readonly string[]) => attributesOf(accountPrefix, accountIds);

export function toDispatch(item: Item): Dispatch {
  return {
    ...StoredDispatch.parse(item),
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

export const toQuota = (item: Item): DayCount => DayCount.parse(item);

/** A campaign with its counters and complete steps. */
export interface StoredCampaign {
  readonly item: CampaignItem;
  readonly counters: Counters;
  readonly steps: readonly Step[];
}
