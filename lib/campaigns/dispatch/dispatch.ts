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
 * A campaign's wake-up: gives what is due its slots on the accounts, sends a hint delayed to each slot, and sets the
 * schedule to the next moment at which something can happen, or to none. Stopping anywhere and starting again costs at
 * worst a second hint, which the ledger refuses.
 */
export async function dispatchCampaign(
  services: DispatchServices,
  { hasEnded, version, ...tick }: Tick,
): Promise<void> {
  const { table, now, schedules } = services;
  const { workspaceId, campaignId } = tick;
  // Another campaign may take slots of the same account at the same time.
  await decideAnew(async () => {
    const state = await readRunningState(table, workspaceId, campaignId);
    if (state?.campaign.status !== 'active' || !state.dispatch) return schedules.clear(campaignId);
    // A later wake-up has set the next one already: one that was queued never starts a second series.
    if (version !== undefined && version !== state.dispatch.version) return;
    if (isOver(state, now())) {
      return leave(services, tick, planCompletion(services, workspaceId, state));
    }
    if (isPastEnd(state.campaign, now())) return endExecutions(services, tick, state, state.dispatch);
    if (await bouncesTooOften(services, workspaceId, state)) {
      return leave(services, tick, planPausing(workspaceId, state.campaign, 'bounce_rate', now()).change);
    }

    const { idleSince, ...dispatch } = state.dispatch;
    // The end of somebody is counted a moment after this wake-up was called: it is waited for anew.
    await giveSlots(services, tick, state, hasEnded ? dispatch : state.dispatch);
  });
}

/** Whoever was enrolled, paused or deleted it meanwhile has woken or silenced the campaign by now. */
async function leave(services: DispatchServices, tick: Tick, change: Change<undefined>): Promise<void> {
  try {
    await commit(services, tick.workspaceId, change);
    await services.schedules.clear(tick.campaignId);
  } catch (error) {
    if (!(error instanceof Stale || error instanceof Problem)) throw error;
    log('info', 'the campaign went on', { ...tick });
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
 * Slots of up to 100 accounts at once, or none. That follow-ups will wait for an account is known before the first mail that
 * they follow can leave.
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
 * Only the dispatcher that began from this state moves it on. Another one's hints are as good as its own; who gave none
 * looks again, for it may be the only one that knows why it was woken.
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
  log('info', 'two dispatchers at once', { workspaceId, campaignId });
  if (plan.slots.length === 0) throw new Stale('another dispatcher moved on');
}
