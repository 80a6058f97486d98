import type { DispatchSnapshot } from '#lib/campaigns/dispatch/dispatch-snapshot.ts';
import {
  computeNextDispatch,
  messageGraceMs,
  rescanTimeOf,
  stalledMaxMs,
} from '#lib/campaigns/dispatch/next-dispatch.ts';
import { planSlots, type SlotPlan } from '#lib/campaigns/dispatch/slots.ts';
import type { RunningState } from '#lib/campaigns/state/running.ts';
import { canSend, countSentToday } from '#lib/campaigns/state/sending-capacity.ts';
import type { Dispatch } from '#lib/campaigns/state/stored.ts';
import { withCurrentSlots } from '#lib/email-accounts/email-accounts.ts';
import { accountDay } from '#lib/email-accounts/quota.ts';
import { delaySecondsMax } from '#lib/values/queues.ts';

/** Slots are assigned this far ahead. Limited by the longest delay of an SQS message. */
export const horizonMs = delaySecondsMax * 1000;

export interface DispatchDecision {
  readonly plan: SlotPlan;
  readonly nextState: Pick<Dispatch, 'positions' | 'given' | 'lastSlotAt' | 'winnersCheckedAt'>;
  /** Since when the campaign has been stalled or idle; empty while it can send. Epoch milliseconds. */
  readonly standstill: Pick<Dispatch, 'stalledSince' | 'idleSince'>;
  /** Whether all earlier slots have passed, so every due execution gets a new slot. */
  readonly isRescan: boolean;
  /** Whether the campaign has stalled past the limit, so the dispatcher pauses it. */
  readonly shouldPause: boolean;
  /** Undefined when nothing can be sent before a change, which triggers a dispatch itself. Epoch milliseconds. */
  readonly nextDispatchAt: number | undefined;
}

/** Decides which executions get slots, and when the next dispatch runs. Pure. @param isRescan whether a due rescan takes place */
export function decideDispatch(
  state: RunningState,
  dispatch: Dispatch,
  snapshot: DispatchSnapshot,
  now: number,
  isRescan: boolean,
): DispatchDecision {
  const plan = planSlots({
    campaign: state.campaign,
    // The message of a slot within the grace period may still be in flight, so the slot stays reserved.
    accounts: snapshot.accounts
      .filter(canSend)
      .map((account) => withCurrentSlots(account, now - messageGraceMs, accountDay(account, now))),
    firstAccountIds: new Set(state.campaign.emailAccountIds),
    queues: snapshot.queues,
    // All slots have passed at a rescan, so only emails that were sent count.
    dayCounts: isRescan ? [countSentToday(state, now)] : dispatch.given,
    now,
    horizon: now + horizonMs,
  });
  const standstill = standstillTimes(state, dispatch, snapshot, plan, now);
  const lastSlotAt = Math.max(dispatch.lastSlotAt, ...plan.slots.map(({ at }) => at));
  // At a rescan, all slots from before the last start have passed, so `resumedAt` no longer applies.
  const rescanAt = rescanTimeOf({ lastSlotAt, resumedAt: isRescan ? undefined : dispatch.resumedAt });

  return {
    plan,
    nextState: {
      positions: { ...(isRescan ? {} : dispatch.positions), ...lastPositions(plan) },
      // Slots are assigned less than a day ahead, so counts of older days are not needed.
      given: plan.dayCounts.toSorted((one, other) => (one.day < other.day ? -1 : 1)).slice(-2),
      lastSlotAt,
      winnersCheckedAt: dispatch.winnersCheckedAt,
    },
    standstill,
    isRescan,
    shouldPause: standstill.stalledSince !== undefined && now - standstill.stalledSince >= stalledMaxMs,
    nextDispatchAt: computeNextDispatch({
      state,
      snapshot,
      plan,
      ...standstill,
      now,
      nextRescanAt: isRescan || rescanAt > now ? rescanAt : now + messageGraceMs,
    }),
  };
}

/**
 * Since when the campaign cannot send: it is stalled when no account can send, and idle when nothing is due. A campaign
 * with a working account is never stalled, even if follow-ups wait for another account: it can still send first emails.
 */
function standstillTimes(
  { campaign }: RunningState,
  { stalledSince, idleSince }: Dispatch,
  { accounts, isBlocked, isTruncated, upcomingAt }: DispatchSnapshot,
  { slots, nextFreeAt }: SlotPlan,
  now: number,
): DispatchDecision['standstill'] {
  if (upcomingAt !== undefined || slots.length > 0 || nextFreeAt !== undefined || isTruncated) return {};

  if (!isBlocked) return { idleSince: idleSince ?? now };
  const hasSender = accounts.some(
    (account) => campaign.emailAccountIds.includes(account.id) && canSend(account),
  );

  return hasSender ? {} : { stalledSince: stalledSince ?? now };
}

/** By queue, the position of the last execution that got a slot. */
function lastPositions({ slots }: SlotPlan): Record<string, string> {
  return Object.fromEntries(slots.map(({ queue, execution }) => [queue, execution.position]));
}
