import type { Look } from '#lib/campaigns/dispatch/look.ts';
import type { RunningState } from '#lib/campaigns/dispatch/running.ts';
import type { SlotPlan } from '#lib/campaigns/dispatch/slots.ts';
import { stalledMaxMs } from '#lib/campaigns/dispatch/stops.ts';
import { openCount } from '#lib/campaigns/stats.ts';
import type { Dispatch } from '#lib/campaigns/stored.ts';
import { earliest } from '#lib/values/earliest.ts';

/** Slots are planned so long before the first of them, so that nobody waits for the planning. */
const wakeAheadMs = 60_000;

/** How long after its slot a mail may still be on its way; what is due after that was lost and gets a new slot. */
export const lateAfterMs = 120_000;

/** For how long somebody looks whether it was the end: what tells of it may be late. */
const endLooksMs = 6 * 3_600_000;

/** Not at once again, whatever is wrong. */
const pauseMs = 1000;

interface Outlook {
  readonly state: RunningState;
  readonly look: Look;
  readonly plan: SlotPlan;
  /** When what is still due gets new slots. Epoch milliseconds. */
  readonly freshAt: number;
  readonly stalledSince?: number | undefined;
  readonly idleSince?: number | undefined;
  readonly now: number;
}

/**
 * The next moment at which something can happen in a campaign; undefined when nothing can, until somebody changes something,
 * which wakes it. Epoch milliseconds.
 */
export function nextMoment(outlook: Outlook): number | undefined {
  const { state, look, plan, freshAt, stalledSince, now } = outlook;
  const endAt = state.campaign.schedule.endAt;
  const next = earliest([
    plan.nextFreeAt === undefined ? undefined : plan.nextFreeAt - wakeAheadMs,
    look.isCut && plan.nextFreeAt === undefined ? now + wakeAheadMs : undefined,
    look.upcomingAt,
    freshAt > now ? freshAt : undefined,
    // Another account may fail while threads wait: then the campaign stalls from that dispatch on.
    look.isBlocked ? (stalledSince ?? now) + stalledMaxMs : undefined,
  ]);
  const moment = earliest([next ?? endLook(outlook), endAt === null ? undefined : Date.parse(endAt)]);

  return moment === undefined ? undefined : Math.max(moment, now + pauseMs);
}

/**
 * When all messages for the slots given so far have been received: whatever is still due then gets a new slot. Messages whose
 * slots were in a pause were dropped. Their recipients do not wait for late messages, so that the accounts do not idle.
 */
export function freshAt({ lastSlotAt, resumedAt }: Pick<Dispatch, 'lastSlotAt' | 'resumedAt'>): number {
  return resumedAt === undefined ? lastSlotAt + lateAfterMs : lastSlotAt;
}

/** Nothing is due and nothing will be, yet not all have come to an end, as far as the counters know: again and again later. */
function endLook({ state, idleSince, now }: Outlook): number | undefined {
  if (openCount(state.counters) === 0 || idleSince === undefined) return undefined;
  const waitedMs = now - idleSince;

  return waitedMs < endLooksMs ? now + Math.max(wakeAheadMs, waitedMs) : undefined;
}
