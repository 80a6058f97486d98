import { dispatchKey } from '#lib/campaigns/items.ts';
import { type RunningState, readRunningState } from '#lib/campaigns/running.ts';
import { planSlots, type SlotPlan } from '#lib/campaigns/slots.ts';
import type { Dispatch } from '#lib/campaigns/stored.ts';
import { isOver, planCompletion } from '#lib/campaigns/transitions.ts';
import type { Tick } from '#lib/campaigns/workers.ts';
import {
  type EmailAccountItem,
  readAccounts,
  settleSlots,
  takeSlots,
} from '#lib/email-accounts/email-accounts.ts';
import { accountDay } from '#lib/email-accounts/quota.ts';
import type { SendCall } from '#lib/emails/workers.ts';
import { type DueExecution, nextDue } from '#lib/executions/executions.ts';
import { Problem } from '#lib/http/problem.ts';
import { delaySecondsMax } from '#lib/queue/queues.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { commit } from '#lib/runtime/commit.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { Stale } from '#lib/runtime/stale.ts';
import type { CampaignSchedules } from '#lib/schedule/campaign-schedules.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { worklistPlace } from '#lib/storage/worklist.ts';

/** How many executions one look at the due index takes in: about 19 read units. */
const lookSize = 1000;

/** How long after its slot a mail may still be on its way; what is due after that was lost and gets a new slot. */
const lateAfterMs = 120_000;

/** A campaign with nothing due and an end outstanding waits as long again as it has waited, at most this. */
const idleLookMs = 3_600_000;

const wakeAheadMs = 60_000;

export interface DispatchServices extends Services {
  readonly sends: Queue<SendCall>;
  readonly schedules: CampaignSchedules;
}

/**
 * A campaign's wake-up: gives what is due its slots on the accounts, sends a hint delayed to each slot, and sets the
 * schedule to the next moment at which something can happen. Stopping anywhere and starting again costs at worst a
 * second hint, which the ledger refuses.
 */
export async function dispatchCampaign(services: DispatchServices, tick: Tick): Promise<void> {
  const { table, now, schedules } = services;
  const { workspaceId, campaignId } = tick;
  const state = await readRunningState(table, workspaceId, campaignId);
  if (state?.campaign.status !== 'active' || !state.dispatch) return schedules.clear(campaignId);
  if (isOver(state, now())) return complete(services, workspaceId, state);

  const next = await giveSlots(services, tick, state, state.dispatch);
  const nextWakeAt = Math.max(next.nextWakeAt, now() + 1000);
  await rememberDispatch(services, tick, state.dispatch, { ...next, nextWakeAt });
  await schedules.wakeAt(tick, nextWakeAt);
}

/** Whoever was enrolled, paused or deleted it meanwhile has woken or silenced the campaign by now. */
async function complete(services: DispatchServices, workspaceId: string, state: RunningState): Promise<void> {
  const { id } = state.campaign;
  try {
    await commit(services, workspaceId, planCompletion(services, workspaceId, state));
    await services.schedules.clear(id);
  } catch (error) {
    if (!(error instanceof Stale || error instanceof Problem)) throw error;
    log('info', 'the campaign went on', { workspaceId, campaignId: id });
  }
}

type NextDispatch = Pick<Dispatch, 'position' | 'lastSlotAt' | 'nextWakeAt'>;

async function giveSlots(
  services: DispatchServices,
  tick: Tick,
  { campaign }: RunningState,
  dispatch: Dispatch,
): Promise<NextDispatch> {
  const { table } = services;
  const now = services.now();
  // Hints that were sent have been acted upon by now: whatever is still due from before was lost.
  const isFreshLook = dispatch.lastSlotAt + lateAfterMs <= now;
  const position = isFreshLook ? undefined : dispatch.position;
  const [upcoming, accounts] = await Promise.all([
    nextDue(table, tick, position, lookSize),
    readAccounts(table, tick.workspaceId, campaign.emailAccountIds),
  ]);
  const due = upcoming.filter(({ dueAt }) => dueAt <= now);
  const connected = accounts.filter(({ status }) => status === 'connected');
  const plan = planSlots({
    accounts: connected.map((account) => settleSlots(account, now - lateAfterMs, accountDay(account, now))),
    count: due.length,
    now,
    horizon: now + delaySecondsMax * 1000,
    random: Math.random,
  });
  await commitSlots(services, tick, connected, plan);
  await sendHints(services, tick, campaign.steps[0]?.id ?? '', due, plan, now);

  const lastSlotAt = Math.max(dispatch.lastSlotAt, ...plan.slots.map(({ at }) => at));
  const lastHinted = due[plan.slots.length - 1];

  return {
    ...((lastHinted ?? position !== undefined) && { position: lastHinted?.position ?? position ?? '' }),
    lastSlotAt,
    nextWakeAt: nextMoment({ upcoming, due, plan, lastSlotAt, now }),
  };
}

interface Outlook {
  readonly upcoming: readonly DueExecution[];
  readonly due: readonly DueExecution[];
  readonly plan: SlotPlan;
  readonly lastSlotAt: number;
  readonly now: number;
}

/** The next moment at which something can happen. */
function nextMoment({ upcoming, due, plan, lastSlotAt, now }: Outlook): number {
  const moments: number[] = [];
  if (plan.slots.length < due.length) moments.push((plan.nextFreeAt ?? now + idleLookMs) - wakeAheadMs);
  else if (upcoming.length === lookSize) moments.push(now + wakeAheadMs);
  const future = upcoming.find(({ dueAt }) => dueAt > now);
  if (future) moments.push(future.dueAt);
  if (lastSlotAt + lateAfterMs > now) moments.push(lastSlotAt + lateAfterMs);

  const idleMs = Math.min(idleLookMs, Math.max(wakeAheadMs, now - lastSlotAt));

  return moments.length === 0 ? now + idleMs : Math.min(...moments);
}

/** All accounts' slots at once, or none: another campaign that took one of them meanwhile makes this tick start over. */
async function commitSlots(
  services: DispatchServices,
  { workspaceId }: Tick,
  accounts: readonly EmailAccountItem[],
  { taken }: SlotPlan,
): Promise<void> {
  const writes = accounts.flatMap((account) => {
    const slots = taken.get(account.id);

    return slots ? [takeSlots(workspaceId, account, slots)] : [];
  });
  await commit(services, workspaceId, { writes });
}

async function sendHints(
  { sends }: DispatchServices,
  tick: Tick,
  stepId: string,
  due: readonly DueExecution[],
  { slots }: SlotPlan,
  now: number,
): Promise<void> {
  await sends.send(
    slots.flatMap(({ accountId, at }, position) => {
      const execution = due[position];

      return execution
        ? [
            {
              message: { ...tick, contactId: execution.contactId, stepId, accountId },
              delaySeconds: (at - now) / 1000,
            },
          ]
        : [];
    }),
  );
}

/** Only the dispatcher that began from this state moves it on; another one's hints are as good as its own. */
async function rememberDispatch(
  { table }: DispatchServices,
  { workspaceId, campaignId }: Tick,
  previous: Dispatch,
  { position, lastSlotAt, nextWakeAt }: NextDispatch,
): Promise<void> {
  const remembered = await updateIf(table, {
    update: dispatchKey(workspaceId, campaignId),
    set: {
      ...(position !== undefined && { position }),
      lastSlotAt,
      nextWakeAt,
      version: previous.version + 1,
      ...worklistPlace('campaign', campaignId, nextWakeAt),
    },
    ...(position === undefined && { remove: ['position'] }),
    if: { version: { is: previous.version } },
  });
  if (!remembered) log('info', 'two dispatchers at once', { workspaceId, campaignId });
}
