import type { DispatchSnapshot } from '#lib/campaigns/dispatch/dispatch-snapshot.ts';
import type { SlotPlan } from '#lib/campaigns/dispatch/slots.ts';
import type { RunningState } from '#lib/campaigns/state/running.ts';
import { openCount } from '#lib/campaigns/state/stats.ts';
import type { Dispatch } from '#lib/campaigns/state/stored.ts';
import { earliest } from '#lib/values/earliest.ts';

/** The dispatcher runs this long before the next free slot, so that planning does not delay the slot. */
const planAheadMs = 60_000;

/** Grace period for the message of a slot. An execution that is still due afterwards gets a new slot. */
export const messageGraceMs = 120_000;

/** How long an idle campaign is checked for completion, because its counters are eventually consistent. */
const completionChecksMs = 6 * 3_600_000;

/** A stalled campaign is paused after this time. Until then the user can repair an account. */
export const stalledMaxMs = 86_400_000;

/** Minimum delay before the next dispatch: prevents a busy loop. */
const dispatchDelayMinMs = 1000;

interface NextDispatchInput {
  readonly state: RunningState;
  readonly snapshot: DispatchSnapshot;
  readonly plan: SlotPlan;
  /** When executions that are still due get new slots. Epoch milliseconds. */
  readonly nextRescanAt: number;
  readonly stalledSince?: number | undefined;
  readonly idleSince?: number | undefined;
  readonly now: number;
}

/**
 * The time of the next dispatch; undefined when nothing can be sent before a change, which triggers a dispatch itself.
 * Epoch milliseconds.
 */
export function computeNextDispatch(input: NextDispatchInput): number | undefined {
  const { state, snapshot, plan, nextRescanAt, stalledSince, now } = input;
  const endAt = state.campaign.schedule.endAt;
  const next = earliest([
    plan.nextFreeAt === undefined ? undefined : plan.nextFreeAt - planAheadMs,
    // The due entries that were read may all have slots now, so the further due entries are read soon.
    snapshot.isTruncated && plan.nextFreeAt === undefined ? now + planAheadMs : undefined,
    snapshot.upcomingAt,
    nextRescanAt > now ? nextRescanAt : undefined,
    // A stalled campaign is paused at this time. Any other is checked, because it may stall later.
    snapshot.isBlocked ? (stalledSince ?? now) + stalledMaxMs : undefined,
  ]);
  const dispatchAt = earliest([
    next ?? completionCheckAt(input),
    endAt === null ? undefined : Date.parse(endAt),
  ]);

  return dispatchAt === undefined ? undefined : Math.max(dispatchAt, now + dispatchDelayMinMs);
}

/**
 * The time from which every due execution gets a new slot: all messages of earlier slots have been received before this
 * time. `resumedAt` is set from a start until the next rescan: there is no grace period then, because workers discarded the
 * messages of slots within a pause.
 */
export function rescanTimeOf({ lastSlotAt, resumedAt }: Pick<Dispatch, 'lastSlotAt' | 'resumedAt'>): number {
  return resumedAt === undefined ? lastSlotAt + messageGraceMs : lastSlotAt;
}

/** The next completion check of an idle campaign with counters that still show open executions. Intervals double. */
function completionCheckAt({ state, idleSince, now }: NextDispatchInput): number | undefined {
  if (openCount(state.counters) === 0 || idleSince === undefined) return undefined;
  const waitedMs = now - idleSince;

  return waitedMs < completionChecksMs ? now + Math.max(planAheadMs, waitedMs) : undefined;
}
