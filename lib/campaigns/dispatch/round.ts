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

/** Slots are assigned this far ahead. Limited by the longest delay of an SQS message. */
export const horizonMs = delaySecondsMax * 1000;

export interface Round {
  readonly plan: SlotPlan;
  readonly next: Pick<Dispatch, 'positions' | 'given' | 'lastSlotAt'>;
  readonly since: Pick<Dispatch, 'stalledSince' | 'idleSince'>;
  /** Whether all earlier slots have passed, so that every due execution gets a new slot. */
  readonly isFresh: boolean;
  /** Whether the campaign has stalled past the limit, so that the dispatcher pauses it. */
  readonly isHopeless: boolean;
  /** Undefined when nothing can be sent before a change, which triggers a dispatch itself. Epoch milliseconds. */
  readonly nextWakeAt: number | undefined;
}

/**
 * Where reading the queues continues. After the rescan time, workers have received all queued messages, so executions
 * that are still due have lost their message: the queues are read from the start.
 */
export function positionsAt(dispatch: Dispatch, now: number): Dispatch['positions'] {
  return freshAt(dispatch) <= now ? {} : dispatch.positions;
}

/** Decides which executions get slots, and when the next dispatch runs. Pure. */
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
      // Slots are assigned less than a day ahead, so counts of older days are not needed.
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
 * Since when the campaign cannot send: it is stalled when no account can send, and idle when nothing is due. A campaign
 * with a working account is never stalled, even if follow-ups wait for another account: it can still send first emails.
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
