import { decideDispatch, horizonMs } from '#lib/campaigns/dispatch/dispatch-decision.ts';
import {
  buildDispatchSnapshot,
  candidateQueues,
  readLimit,
} from '#lib/campaigns/dispatch/dispatch-snapshot.ts';
import { isRescanDue } from '#lib/campaigns/dispatch/rescan.ts';
import type { SlotPlan } from '#lib/campaigns/dispatch/slots.ts';
import {
  createSimulationState,
  enqueue,
  hasPendingRecipients,
  type PendingRecipient,
  type PlannedEmail,
  type SimulationRequest,
  type SimulationState,
} from '#lib/campaigns/planning/simulation-state.ts';
import { nextOpening } from '#lib/campaigns/state/windows.ts';
import { zoneFor } from '#lib/campaigns/state/zones.ts';
import { countersAfterSend } from '#lib/email-accounts/email-accounts.ts';
import { followUp } from '#lib/emails/follow-up.ts';
import { firstEmailQueue, followUpQueue } from '#lib/executions/executions.ts';
import { nextStep, withSentStep } from '#lib/executions/next-step.ts';
import { localDate, nextLocalDay } from '#lib/values/time-zones.ts';

/** Days to simulate. */
const daysMax = 366;

/**
 * Simulates a campaign and returns every email with its time. Uses the dispatcher's own decisions on queues in memory.
 * Assumes no replies, no changed settings, immediate acceptance of each email, and no other campaign on the accounts.
 * Pure. `isComplete` is false when emails remain after the simulated days or the maximum number of emails.
 */
export function simulateSending(request: SimulationRequest): { emails: PlannedEmail[]; isComplete: boolean } {
  const { now, emailsMax } = request;
  const simulation = createSimulationState(request);
  const { endAt } = simulation.campaign.schedule;
  const lastDayAt = now + daysMax * 86_400_000;
  const end = endAt === null ? lastDayAt : Math.min(lastDayAt, Date.parse(endAt));
  let at: number | undefined = now;
  while (at !== undefined && at < end && simulation.emails.length < emailsMax) {
    simulateSendsUntil(simulation, at);
    if (simulation.slots.length === 0 && !hasPendingRecipients(simulation)) break;
    at = simulateDispatch(simulation, at);
  }
  // Slots that are already assigned are sent after the end of the period, too.
  simulateSendsUntil(simulation, Number.POSITIVE_INFINITY);

  return { emails: simulation.emails, isComplete: !hasPendingRecipients(simulation) };
}

/** Simulates one dispatch. @returns the time of the next one */
function simulateDispatch(simulation: SimulationState, now: number): number | undefined {
  const { request, dispatch, accounts, queues, quota } = simulation;
  const state = { ...request.state, dispatch, quota };
  const loadedQueues = candidateQueues(state, accounts).map((candidate) => ({
    ...candidate,
    entries: (queues.get(candidate.name) ?? []).slice(0, readLimit(candidate, horizonMs)).map(toEntry),
  }));
  const snapshot = buildDispatchSnapshot(state, accounts, loadedQueues, { now, horizonMs });
  const decision = decideDispatch(state, dispatch, snapshot, now, isRescanDue(dispatch, now));
  assignSlots(simulation, decision.plan);
  const accountIds = new Set([...dispatch.accountIds, ...decision.plan.updatedAccounts.keys()]);
  // `decision.standstill` has `stalledSince` or `idleSince` again if it still applies. Queues in memory need no positions,
  // because assigned entries are removed.
  const { stalledSince: _, idleSince: __, ...previous } = dispatch;
  simulation.dispatch = {
    ...previous,
    ...decision.nextState,
    ...decision.standstill,
    positions: {},
    accountIds: [...accountIds],
  };

  // EventBridge Scheduler has a resolution of one second.
  return decision.nextDispatchAt === undefined || decision.shouldPause
    ? undefined
    : Math.ceil(decision.nextDispatchAt / 1000) * 1000;
}

function toEntry({ contactId, dueAt }: PendingRecipient) {
  return { contactId, dueAt, position: '' };
}

/** Moves recipients from their queues to their slots. */
function assignSlots(simulation: SimulationState, { slots, updatedAccounts }: SlotPlan): void {
  for (const { queue, accountId, at } of slots) {
    const recipient = simulation.queues.get(queue)?.shift();
    if (recipient) simulation.slots.push({ at, accountId, recipient });
  }
  simulation.slots.sort((one, other) => one.at - other.at);
  simulation.accounts = simulation.accounts.map((account) => ({
    ...account,
    ...updatedAccounts.get(account.id),
  }));
}

/** Simulates the sends of all slots up to a time, in order. */
function simulateSendsUntil(simulation: SimulationState, until: number): void {
  for (let slot = simulation.slots[0]; slot && slot.at <= until; slot = simulation.slots[0]) {
    simulation.slots.shift();
    simulateSend(simulation, slot);
  }
}

/** Simulates what the sender does with a message at its slot. */
function simulateSend(
  simulation: SimulationState,
  { at, accountId, recipient }: SimulationState['slots'][number],
): void {
  const { campaign, request } = simulation;
  const step = nextStep(campaign.steps, recipient);
  if (!step || postponeIfClosed(simulation, recipient, at)) return;
  // As the sender does: it detects missing variables after the window check, and pauses the contact.
  if (request.hasMissingVariables(recipient.contactId, step.id)) return;
  const today = localDate(at, campaign.schedule.timezone);
  if (!countForCompany(simulation, recipient, today)) {
    enqueue(simulation, { ...recipient, dueAt: nextLocalDay(at, campaign.schedule.timezone) });
    return;
  }
  simulation.emails.push({ contactId: recipient.contactId, stepId: step.id, accountId, at });
  simulation.accounts = simulation.accounts.map((account) =>
    account.id === accountId ? { ...account, ...countersAfterSend(account, at) } : account,
  );
  const isFirst = recipient.sentSteps.length === 0;
  const { quota } = simulation;
  // As the sender does, see `checkDailyLimits`: counts of a later day stay.
  const counts = quota && quota.day >= today ? quota : { day: today, mails: 0, firsts: 0 };
  simulation.quota = { ...counts, mails: counts.mails + 1, firsts: counts.firsts + (isFirst ? 1 : 0) };
  const progressed = withSentStep(recipient, step.id);
  const next = followUp({ campaign, contact: recipient }, progressed, at);
  const queue = followUpQueue(accountId);
  if (next) enqueue(simulation, { ...progressed, dueAt: next.dueAt, queue, lastSentAt: at });
}

/** Postpones the email if the windows of the recipient's time zone are closed at its slot. @returns whether they are */
function postponeIfClosed(simulation: SimulationState, recipient: PendingRecipient, at: number): boolean {
  const { campaign } = simulation;
  const zone = zoneFor(campaign, recipient);
  const opening = nextOpening(campaign.schedule, at, zone);
  if (opening === at) return false;
  const queue = recipient.sentSteps.length === 0 ? firstEmailQueue(zone) : recipient.queue;
  if (opening !== undefined) enqueue(simulation, { ...recipient, dueAt: opening, queue });

  return true;
}

/** Counts the contact for its company's daily limit. @returns false if the limit is reached */
function countForCompany(
  { campaign, companyDayCounts }: SimulationState,
  recipient: PendingRecipient,
  today: string,
): boolean {
  const { maxContactsPerCompanyPerDay: max, schedule } = campaign;
  const { companyId, lastSentAt } = recipient;
  if (max === null || companyId === null) return true;
  const isCountedToday = lastSentAt !== undefined && localDate(lastSentAt, schedule.timezone) === today;
  if (isCountedToday) return true;
  const companyDay = `${companyId} ${today}`;
  const count = companyDayCounts.get(companyDay) ?? 0;
  if (count >= max) return false;
  companyDayCounts.set(companyDay, count + 1);

  return true;
}
