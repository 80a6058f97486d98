import { endExecutions } from '#lib/campaigns/dispatch/end-executions.ts';
import { type Look, lookAround } from '#lib/campaigns/dispatch/look.ts';
import { decideRound, horizonMs, positionsAt, type Round } from '#lib/campaigns/dispatch/round.ts';
import { type RunningState, readRunningState } from '#lib/campaigns/dispatch/running.ts';
import type { SlotPlan } from '#lib/campaigns/dispatch/slots.ts';
import { bouncesTooOften } from '#lib/campaigns/dispatch/stops.ts';
import { dispatchKey } from '#lib/campaigns/items.ts';
import { type Dispatch, knownAccounts } from '#lib/campaigns/stored.ts';
import { isOver, isPastEnd, planCompletion, planPausing } from '#lib/campaigns/transitions.ts';
import type { Tick } from '#lib/campaigns/workers.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { takeSlots } from '#lib/email-accounts/email-accounts.ts';
import type { SendCall } from '#lib/emails/workers.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew, Stale } from '#lib/runtime/stale.ts';
import type { CampaignSchedules } from '#lib/schedule/campaign-schedules.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { Problem } from '#lib/values/problem.ts';

const accountsPerTransaction = 100;

export interface DispatchServices extends Services {
  readonly sends: Queue<SendCall>;
  readonly schedules: CampaignSchedules;
}

/**
 * Dispatches one campaign: assigns slots on the sending accounts to due executions, queues one delayed message for each
 * slot, and schedules the next dispatch. Idempotent: a repeated dispatch queues at most a second message for the same
 * email, and the claim of the email rejects that message.
 */
export async function dispatchCampaign(
  services: DispatchServices,
  { hasEnded, version, ...tick }: Tick,
): Promise<void> {
  const { table, now, schedules } = services;
  const { workspaceId, campaignId } = tick;
  // Another campaign may allocate slots on the same account concurrently.
  await decideAnew(async () => {
    const state = await readRunningState(table, workspaceId, campaignId);
    if (state?.campaign.status !== 'active' || !state.dispatch) return schedules.clear(campaignId);
    // A later dispatch has already scheduled the next one. An outdated message must not start a second series.
    if (version !== undefined && version !== state.dispatch.version) return;
    if (isOver(state, now())) {
      return leave(services, tick, planCompletion(services, workspaceId, state));
    }
    if (isPastEnd(state.campaign, now())) return endExecutions(services, tick, state, state.dispatch);
    if (await bouncesTooOften(services, workspaceId, state)) {
      return leave(services, tick, planPausing(workspaceId, state.campaign, 'bounce_rate', now()).change);
    }

    const { idleSince, ...dispatch } = state.dispatch;
    // The counters may still miss the execution that ended, so the wait for the last count starts again.
    await giveSlots(services, tick, state, hasEnded ? dispatch : state.dispatch);
  });
}

/** A conflicting change of the campaign is no error: that change schedules or clears the next dispatch itself. */
async function leave(services: DispatchServices, tick: Tick, change: Change<undefined>): Promise<void> {
  try {
    await commit(services, tick.workspaceId, change);
    await services.schedules.clear(tick.campaignId);
  } catch (error) {
    if (!(error instanceof Stale || error instanceof Problem)) throw error;
    log('info', 'campaign changed concurrently; status change skipped', { ...tick });
  }
}

async function giveSlots(
  services: DispatchServices,
  tick: Tick,
  state: RunningState,
  dispatch: Dispatch,
): Promise<void> {
  const now = services.now();
  const positions = positionsAt(dispatch, now);
  const look = await lookAround(services.table, tick, { state, positions, now, horizonMs });
  const round = decideRound(state, dispatch, look, now);
  await commitSlots(services, tick, dispatch, look, round.plan);
  await sendHints(services, tick, round.plan, now);
  if (round.isHopeless) {
    const { change } = planPausing(tick.workspaceId, state.campaign, 'no_sending_accounts', now);

    return leave(services, tick, change);
  }
  await remember(services, tick, dispatch, round);
  if (round.nextWakeAt === undefined) await services.schedules.clear(tick.campaignId);
  else await services.schedules.wakeAt({ ...tick, version: dispatch.version + 1 }, round.nextWakeAt);
}

/**
 * Commits slots in transactions of up to 100 accounts. New accounts are registered first, because the dispatcher must
 * find the follow-ups of an account as soon as its first email leaves.
 */
async function commitSlots(
  services: DispatchServices,
  { workspaceId, campaignId }: Tick,
  dispatch: Dispatch,
  { accounts }: Look,
  { taken }: SlotPlan,
): Promise<void> {
  const unknown = [...taken.keys()].filter((id) => !dispatch.accountIds.includes(id));
  if (unknown.length > 0) {
    await services.table.update({
      update: dispatchKey(workspaceId, campaignId),
      set: knownAccounts(unknown),
    });
  }
  const writes = accounts.flatMap((account) => {
    const slots = taken.get(account.id);

    return slots ? [takeSlots(workspaceId, account, slots)] : [];
  });
  for (const part of chunksOf(writes, accountsPerTransaction)) {
    await commit(services, workspaceId, { writes: part });
  }
}

async function sendHints(
  { sends }: DispatchServices,
  tick: Tick,
  { slots }: SlotPlan,
  now: number,
): Promise<void> {
  await sends.send(
    slots.map(({ accountId, at, execution: { contactId } }) => ({
      message: { ...tick, contactId, accountId },
      delaySeconds: (at - now) / 1000,
    })),
  );
}

/**
 * Saves the new dispatch state if it is still based on the previous version. A dispatcher that lost the race and
 * assigned slots stops: the state of the winner is equally valid. A dispatcher without slots runs again, because the
 * winner may have read the table before the change that triggered this dispatch.
 */
async function remember(
  { table }: DispatchServices,
  { workspaceId, campaignId }: Tick,
  previous: Dispatch,
  { nextWakeAt, since, next, plan, isFresh }: Round,
): Promise<void> {
  const remembered = await updateIf(table, {
    update: dispatchKey(workspaceId, campaignId),
    set: {
      ...next,
      ...since,
      version: previous.version + 1,
      ...(nextWakeAt !== undefined && worklistPlace('campaign', campaignId, nextWakeAt)),
    },
    remove: [
      ...(['stalledSince', 'idleSince'] as const).filter((moment) => since[moment] === undefined),
      ...(isFresh ? (['resumedAt'] as const) : []),
      ...(nextWakeAt === undefined ? noWorklistPlace : []),
    ],
    if: { version: { is: previous.version } },
  });
  if (remembered) return;
  log('info', 'concurrent dispatch of the same campaign', { workspaceId, campaignId });
  if (plan.slots.length === 0) throw new Stale('another dispatcher has updated the dispatch state');
}
