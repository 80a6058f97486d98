import { lookAround } from '#lib/campaigns/dispatch/look.ts';
import type { RunningState } from '#lib/campaigns/dispatch/running.ts';
import { planSlots, type SlotQueue } from '#lib/campaigns/dispatch/slots.ts';
import { canSend, sentSoFar } from '#lib/campaigns/dispatch/usable.ts';
import { nextOpening } from '#lib/campaigns/dispatch/windows.ts';
import type { Outlook } from '#lib/campaigns/planning/sending-status.ts';
import { settleSlots } from '#lib/email-accounts/email-accounts.ts';
import { accountDay } from '#lib/email-accounts/quota.ts';
import type { Table } from '#lib/storage/table.ts';
import { earliest } from '#lib/values/earliest.ts';

/** Reads the conditions behind a running campaign's sending status. Uses the dispatcher's snapshot and slot plan. */
export async function readOutlook(
  table: Table,
  workspaceId: string,
  state: RunningState,
  now: number,
): Promise<Outlook> {
  const { campaign, counters } = state;
  const tick = { workspaceId, campaignId: campaign.id };
  const look = await lookAround(table, tick, { state, positions: {}, now, horizonMs: 0 });
  // While emails of this campaign have slots, the next email is one of them, so their slots count as free.
  const hasSlots = (state.dispatch?.lastSlotAt ?? 0) > now;
  const accounts = look.accounts.map((account) => ({
    ...settleSlots(account, Number.POSITIVE_INFINITY, accountDay(account, now)),
    ...(hasSlots && { slotAt: 0 }),
  }));
  const given = sentSoFar(state, now);
  const { nextFreeAt } = planSlots({
    campaign,
    accounts: accounts.filter(canSend),
    firstAccountIds: new Set(campaign.emailAccountIds),
    queues: look.queues,
    given: [given],
    ...{ now, horizon: now - 1 },
  });
  const due = look.queues.filter((queue) => queue.due.length > 0);

  return {
    ...{ campaign, counters, accounts, now },
    given,
    hasDue: due.length > 0,
    hasFollowUp: due.some(({ accountId }) => accountId !== undefined),
    openingAt: earliest(due.map((queue) => openingOf(state, queue, now))),
    nextFreeAt,
    upcomingAt: look.upcomingAt,
    isBlocked: look.isBlocked,
  };
}

function openingOf({ campaign }: RunningState, { zone }: SlotQueue, now: number): number | undefined {
  return zone === null ? now : nextOpening(campaign.schedule, now, zone);
}
