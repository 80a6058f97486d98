import { hasHighBounceRate } from '#lib/campaigns/dispatch/bounce-rate.ts';
import {
  type DispatchDecision,
  decideDispatch,
  horizonMs,
} from '#lib/campaigns/dispatch/dispatch-decision.ts';
import { type DispatchSnapshot, readDispatchSnapshot } from '#lib/campaigns/dispatch/dispatch-snapshot.ts';
import { endExecutions } from '#lib/campaigns/dispatch/end-executions.ts';
import { mayRescan } from '#lib/campaigns/dispatch/rescan.ts';
import type { SlotPlan } from '#lib/campaigns/dispatch/slots.ts';
import { dispatchKey } from '#lib/campaigns/state/items.ts';
import { type RunningState, readRunningState } from '#lib/campaigns/state/running.ts';
import { accountAttributes, type Dispatch } from '#lib/campaigns/state/stored.ts';
import {
  isFinished,
  isPastEnd,
  planCompletion,
  planPauseWithReason,
} from '#lib/campaigns/state/transitions.ts';
import { applyWinnerRules } from '#lib/campaigns/winners/apply-winner-rules.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { slotReservation } from '#lib/email-accounts/email-accounts.ts';
import type { CampaignRef } from '#lib/executions/executions.ts';
import type { WaitingSends } from '#lib/queue/count-messages.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { CampaignSchedules } from '#lib/schedule/campaign-schedules.ts';
import { updateIf } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { Problem } from '#lib/values/problem.ts';
import type { DispatchMessage, SendMessage } from '#lib/values/queues.ts';

const accountsPerTransaction = 100;

export interface DispatchServices extends Services {
  readonly sends: Queue<SendMessage>;
  readonly waitingSends: WaitingSends;
  readonly schedules: CampaignSchedules;
}

/**
 * Dispatches one campaign: assigns slots on the sending accounts to due executions, queues one delayed message for each
 * slot, and schedules the next dispatch. Idempotent: a repeated dispatch queues at most a second message for the same
 * email, and the claim of the email rejects that message.
 */
export async function dispatchCampaign(
  services: DispatchServices,
  { hasEnded, version, ...campaignRef }: DispatchMessage,
): Promise<void> {
  const { table, now, schedules } = services;
  const { workspaceId, campaignId } = campaignRef;
  // Another campaign may allocate slots on the same account concurrently.
  await retryOnConflict(async () => {
    const state = await readRunningState(table, workspaceId, campaignId);
    if (state?.campaign.status !== 'active' || !state.dispatch) return schedules.delete(campaignId);
    // A later dispatch has already scheduled the next one. An outdated message must not start a second series.
    if (version !== undefined && version !== state.dispatch.version) return;
    if (isFinished(state, now())) {
      return commitAndClearSchedule(services, campaignRef, planCompletion(services, workspaceId, state));
    }
    if (isPastEnd(state.campaign, now())) return endExecutions(services, campaignRef, state, state.dispatch);
    if (await hasHighBounceRate(services, workspaceId, state)) {
      return commitAndClearSchedule(
        services,
        campaignRef,
        planPauseWithReason(workspaceId, state.campaign, 'bounce_rate', now()).change,
      );
    }

    const winnersCheckedAt = await applyWinnerRules(services, workspaceId, state, state.dispatch);
    const { idleSince: _, ...withoutIdleSince } = state.dispatch;
    // The counters may not include the execution that has just ended, so the completion checks start again.
    const dispatch = hasEnded ? withoutIdleSince : state.dispatch;
    await assignSlots(services, campaignRef, state, { ...dispatch, winnersCheckedAt });
  });
}

/**
 * Commits a change after which the campaign is no longer active. A conflicting change is no error: it schedules or clears the
 * next dispatch itself.
 */
async function commitAndClearSchedule(
  services: DispatchServices,
  campaignRef: CampaignRef,
  change: Change<undefined>,
): Promise<void> {
  try {
    await commit(services, campaignRef.workspaceId, change);
    await services.schedules.delete(campaignRef.campaignId);
  } catch (error) {
    if (!(error instanceof StaleDecision || error instanceof Problem)) throw error;
    log('info', 'campaign changed concurrently; status change skipped', { ...campaignRef });
  }
}

/** Commits slots for due executions, queues their messages, and schedules the next dispatch or pauses a stalled campaign. */
async function assignSlots(
  services: DispatchServices,
  campaignRef: CampaignRef,
  state: RunningState,
  dispatch: Dispatch,
): Promise<void> {
  const now = services.now();
  const isRescan = await mayRescan(services, dispatch, now);
  const snapshot = await readDispatchSnapshot(services.table, campaignRef, {
    state,
    positions: isRescan ? {} : dispatch.positions,
    now,
    horizonMs,
  });
  const decision = decideDispatch(state, dispatch, snapshot, now, isRescan);
  await commitSlots(services, campaignRef, dispatch, snapshot, decision.plan);
  await queueSendMessages(services, campaignRef, decision.plan, now);
  if (decision.shouldPause) {
    const { change } = planPauseWithReason(
      campaignRef.workspaceId,
      state.campaign,
      'no_sending_accounts',
      now,
    );

    return commitAndClearSchedule(services, campaignRef, change);
  }
  await saveDispatchState(services, campaignRef, dispatch, decision);
  if (decision.nextDispatchAt === undefined) await services.schedules.delete(campaignRef.campaignId);
  else
    await services.schedules.scheduleDispatch(
      campaignRef.campaignId,
      { ...campaignRef, version: dispatch.version + 1 },
      decision.nextDispatchAt,
    );
}

/**
 * Commits slots in transactions of up to 100 accounts. New accounts are registered first, because the dispatcher must
 * find the follow-ups of an account as soon as its first email leaves.
 */
async function commitSlots(
  services: DispatchServices,
  { workspaceId, campaignId }: CampaignRef,
  dispatch: Dispatch,
  { accounts }: DispatchSnapshot,
  { updatedAccounts }: SlotPlan,
): Promise<void> {
  const newAccountIds = [...updatedAccounts.keys()].filter((id) => !dispatch.accountIds.includes(id));
  if (newAccountIds.length > 0) {
    await services.table.update({
      update: dispatchKey(workspaceId, campaignId),
      set: accountAttributes(newAccountIds),
    });
  }
  const writes = accounts.flatMap((account) => {
    const slots = updatedAccounts.get(account.id);

    return slots ? [slotReservation(workspaceId, account, slots)] : [];
  });
  for (const chunk of chunksOf(writes, accountsPerTransaction)) {
    await commit(services, workspaceId, { writes: chunk });
  }
}

/** Queues one message for each slot, delayed until the slot. */
async function queueSendMessages(
  { sends }: DispatchServices,
  campaignRef: CampaignRef,
  { slots }: SlotPlan,
  now: number,
): Promise<void> {
  await sends.send(
    slots.map(({ accountId, at, execution: { contactId } }) => ({
      message: { ...campaignRef, contactId, accountId },
      delaySeconds: (at - now) / 1000,
    })),
  );
}

/**
 * Saves the new dispatch state if it is still based on the previous version. If another dispatcher was first, its state stays:
 * it is equally valid. If this dispatch has assigned no slots, it runs again, because the other one may have read the table
 * before the change that triggered this dispatch.
 */
async function saveDispatchState(
  { table }: DispatchServices,
  { workspaceId, campaignId }: CampaignRef,
  previous: Dispatch,
  { nextDispatchAt, standstill, nextState, plan, isRescan }: DispatchDecision,
): Promise<void> {
  const isSaved = await updateIf(table, {
    update: dispatchKey(workspaceId, campaignId),
    set: {
      ...nextState,
      ...standstill,
      version: previous.version + 1,
      ...(nextDispatchAt !== undefined && worklistAttributes('campaign', campaignId, nextDispatchAt)),
    },
    remove: [
      ...(['stalledSince', 'idleSince'] as const).filter((attribute) => standstill[attribute] === undefined),
      ...(isRescan ? (['resumedAt'] as const) : []),
      ...(nextDispatchAt === undefined ? worklistAttributeNames : []),
    ],
    if: { version: { is: previous.version } },
  });
  if (isSaved) return;
  log('info', 'concurrent dispatch of the same campaign', { workspaceId, campaignId });
  if (plan.slots.length === 0) throw new StaleDecision('another dispatcher has updated the dispatch state');
}
