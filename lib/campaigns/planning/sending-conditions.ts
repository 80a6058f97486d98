import { readDispatchSnapshot } from '#lib/campaigns/dispatch/dispatch-snapshot.ts';
import { isFirstEmailQueue, type SlotQueue } from '#lib/campaigns/dispatch/slot-request.ts';
import { planSlots } from '#lib/campaigns/dispatch/slots.ts';
import type { SendingConditions } from '#lib/campaigns/planning/sending-status.ts';
import type { RunningState } from '#lib/campaigns/state/running.ts';
import { canSend, countSentToday } from '#lib/campaigns/state/sending-capacity.ts';
import { nextOpening } from '#lib/campaigns/state/windows.ts';
import { withUsedSlots } from '#lib/email-accounts/email-accounts.ts';
import { accountDay } from '#lib/email-accounts/quota.ts';
import type { Table } from '#lib/storage/table.ts';
import { earliest } from '#lib/values/earliest.ts';

/**
 * Reads the conditions that decide a running campaign's sending status. Uses the snapshot and the slot plan of the dispatcher,
 * but assigns no slots.
 */
export async function readSendingConditions(
  table: Table,
  workspaceId: string,
  state: RunningState,
  now: number,
): Promise<SendingConditions> {
  const { campaign, counters } = state;
  const campaignRef = { workspaceId, campaignId: campaign.id };
  const snapshot = await readDispatchSnapshot(table, campaignRef, {
    state,
    now,
    // From the start of each queue, because executions that already have slots are due, too.
    positions: {},
    // Reads few entries of each queue: enough to know whether one is due.
    horizonMs: 0,
  });
  // If emails of this campaign have slots, the next email is one of them: it does not wait for the gap after the last slot.
  const hasSlots = (state.dispatch?.lastSlotAt ?? 0) > now;
  const accounts = snapshot.accounts.map((account) => ({
    ...withUsedSlots(account, accountDay(account, now)),
    ...(hasSlots && { slotAt: 0 }),
  }));
  const sentToday = countSentToday(state, now);
  const { nextFreeAt } = planSlots({
    campaign,
    accounts: accounts.filter(canSend),
    firstAccountIds: new Set(campaign.emailAccountIds),
    queues: snapshot.queues,
    dayCounts: [sentToday],
    now,
    // In the past, so no slot is assigned and `nextFreeAt` is the first free slot of all queues.
    horizon: now - 1,
  });
  const due = snapshot.queues.filter((queue) => queue.due.length > 0);

  return {
    campaign,
    counters,
    accounts,
    now,
    sentToday,
    hasDue: due.length > 0,
    hasFollowUp: due.some((queue) => !isFirstEmailQueue(queue)),
    openingAt: earliest(due.map((queue) => openingOf(state, queue, now))),
    nextFreeAt,
    upcomingAt: snapshot.upcomingAt,
    isBlocked: snapshot.isBlocked,
  };
}

/** The next time within the queue's windows. If `zone` is null, the contacts' zones differ, and due times respect the windows. */
function openingOf({ campaign }: RunningState, { zone }: SlotQueue, now: number): number | undefined {
  return zone === null ? now : nextOpening(campaign.schedule, now, zone);
}
