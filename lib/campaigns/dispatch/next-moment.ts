import type { Look } from '#lib/campaigns/dispatch/look.ts';
import type { RunningState } from '#lib/campaigns/dispatch/running.ts';
import type { SlotPlan } from '#lib/campaigns/dispatch/slots.ts';
import { stalledMaxMs } from '#lib/campaigns/dispatch/stops.ts';
import { openCount } from '#lib/campaigns/stats.ts';
import type { Dispatch } from '#lib/campaigns/stored.ts';
import { earliest } from '#lib/values/earliest.ts';

/** The dispatcher runs this long before the next free slot, so that planning does not delay the slot. */
const wakeAheadMs = 60_000;

/** Grace period for the message of a slot. An execution that is still due afterwards gets a new slot. */
export const lateAfterMs = 120_000;

/** How long an idle campaign is checked for completion. The counters are eventually consistent. */
const endLooksMs = 6 * 3_600_000;

/** Minimum delay before the next dispatch: prevents a busy loop. */
const pauseMs = 1000;

interface Outlook {
  readonly state: RunningState;
  readonly look: Look;
  readonly plan: SlotPlan;
  /** When executions that are still due get new slots. Epoch milliseconds. */
  readonly freshAt: number;
  readonly stalledSince?: number | undefined;
  readonly idleSince?: number | undefined;
  readonly now: number;
}

/**
 * The time of the next dispatch; undefined when nothing can be sent before a change, which triggers a dispatch itself.
 * Epoch milliseconds.
 */
export function nextMoment(outlook: Outlook): number | undefined {
  const { state, look, plan, freshAt, stalledSince, now } = outlook;
  const endAt = state.campaign.schedule.endAt;
  const next = earliest([
    plan.nextFreeAt === undefined ? undefined : plan.nextFreeAt - wakeAheadMs,
    look.isCut && plan.nextFreeAt === undefined ? now + wakeAheadMs : undefined,
    look.upcomingAt,
    freshAt > now ? freshAt : undefined,
    // The last working account may fail while follow-ups wait: the campaign is stalled from that dispatch on.
    look.isBlocked ? (stalledSince ?? now) + stalledMaxMs : undefined,
  ]);
  const moment = earliest([next ?? endLook(outlook), endAt === null ? undefined : Date.parse(endAt)]);

  return moment === undefined ? undefined : Math.max(moment, now + pauseMs);
}

/**
 * The time from which every due execution gets a new slot: all messages of earlier slots have been received by then.
 * After a pause there is no grace period, because the workers discarded the messages of slots within the pause.
 */
export function freshAt({ lastSlotAt, resumedAt }: Pick<Dispatch, 'lastSlotAt' | 'resumedAt'>): number {
  return resumedAt === undefined ? lastSlotAt + lateAfterMs : lastSlotAt;
}

/** The next completion check of an idle campaign whose counters still show open executions. Intervals double. */
function endLook({ state, idleSince, now }: Outlook): number | undefined {
  if (openCount(state.counters) === 0 || idleSince === undefined) return undefined;
  const waitedMs = now - idleSince;

  return waitedMs < endLooksMs ? now + Math.max(wakeAheadMs, waitedMs) : undefined;
}
