import type { Look } from '#lib/campaigns/dispatch/look.ts';
import { freshAt, lateAfterMs, nextMoment } from '#lib/campaigns/dispatch/next-moment.ts';
import type { RunningState } from '#lib/campaigns/dispatch/running.ts';
import { planSlots, type SlotPlan } from '#lib/campaigns/dispatch/slots.ts';
import { stallsTooLong } from '#lib/campaigns/dispatch/stops.ts';
import { canSend, sentSoFar } from '#lib/campaigns/dispatch/usable.ts';
import type { Dispatch } from '#lib/campaigns/stored.ts';
import { settleSlots } from '#lib/email-accounts/email-accounts.ts';
import { accountDay } from '#lib/email-accounts/quota.ts';
import { delaySecondsMax } from '#lib/values/queues.ts';

/** Slots are given so far ahead: as long as a queue can keep a hint back. */
export const horizonMs = delaySecondsMax * 1000;

export interface Round {
  readonly plan: SlotPlan;
  readonly next: Pick<Dispatch, 'positions' | 'given' | 'lastSlotAt'>;
  readonly since: Pick<Dispatch, 'stalledSince' | 'idleSince'>;
  /** Whether all slots given before are over, so that whatever is due gets a slot anew. */
  readonly isFresh: boolean;
  /** Whether it has stalled for so long that the campaign is better paused. */
  readonly isHopeless: boolean;
  /** Undefined when nothing can happen until somebody changes something. Epoch milliseconds. */
  readonly nextWakeAt: number | undefined;
}

/** Where a look goes on. Hints that were sent have been acted upon by now: whatever is still due from before was lost. */
export function positionsAt(dispatch: Dispatch, now: number): Dispatch['positions'] {
  return freshAt(dispatch) <= now ? {} : dispatch.positions;
}

/** What a dispatcher decides upon a look: who gets which slot, and when to look again. Pure. */
export function decideRound(state: RunningState, dispatch: Dispatch, look: Look, now: number): Round {
  const isFresh = freshAt(dispatch) <= now;
  const plan = planSlots({
    campaign: state.campaign,
    accounts: look.accounts
      .filter(canSend)
      .map((account) => settleSlots(account, now - lateAfterMs, accountDay(account, now))),
    firstAccountIds: new Set(state.campaign.emailAccountIds),
    queues: look.queues,
    given: isFresh ? [sentSoFar(state, now)] : dispatch.given,
    now,
    horizon: now + horizonMs,
  });
  const since = standstillSince(state, dispatch, look, plan, now);
  const lastSlotAt = Math.max(dispatch.lastSlotAt, ...plan.slots.map(({ at }) => at));

  return {
    plan,
    next: {
      positions: { ...positionsAt(dispatch, now), ...lastPositions(plan) },
      // Slots are given less than a day ahead.
      given: plan.given.toSorted((one, other) => (one.day < other.day ? -1 : 1)).slice(-2),
      lastSlotAt,
    },
    since,
    isFresh,
    isHopeless: stallsTooLong(since.stalledSince, now),
    nextWakeAt: nextMoment({
      ...{ state, look, plan, ...since, now },
      freshAt: freshAt({ lastSlotAt, resumedAt: isFresh ? undefined : dispatch.resumedAt }),
    }),
  };
}

/**
 * Nothing can be sent as things are: because no account of the campaign can send, or because nothing is due. While one of
 * them can send, the campaign goes on, for the contacts that may still be enrolled, however long the threads of another wait.
 */
function standstillSince(
  { campaign }: RunningState,
  { stalledSince, idleSince }: Dispatch,
  { accounts, isBlocked, isCut, upcomingAt }: Look,
  { slots, nextFreeAt }: SlotPlan,
  now: number,
): Round['since'] {
  if (upcomingAt !== undefined || slots.length > 0 || nextFreeAt !== undefined || isCut) return {};

  if (!isBlocked) return { idleSince: idleSince ?? now };
  const hasSender = accounts.some(
    (account) => campaign.emailAccountIds.includes(account.id) && canSend(account),
  );

  return hasSender ? {} : { stalledSince: stalledSince ?? now };
}

function lastPositions({ slots }: SlotPlan): Record<string, string> {
  return Object.fromEntries(slots.map(({ queue, execution }) => [queue, execution.position]));
}
