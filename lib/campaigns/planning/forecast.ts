import { insertInOrder } from '#lib/campaigns/dispatch/in-order.ts';
import { describeLook, linesOf, lookSize } from '#lib/campaigns/dispatch/look.ts';
import { decideRound, horizonMs } from '#lib/campaigns/dispatch/round.ts';
import type { RunningState } from '#lib/campaigns/dispatch/running.ts';
import type { SlotPlan } from '#lib/campaigns/dispatch/slots.ts';
import { nextOpening } from '#lib/campaigns/dispatch/windows.ts';
import { zoneFor } from '#lib/campaigns/dispatch/zone.ts';
import type { CampaignItem, Dispatch, Quota } from '#lib/campaigns/stored.ts';
import { countMailOn, type EmailAccountItem } from '#lib/email-accounts/email-accounts.ts';
import { followUp } from '#lib/emails/follow-up.ts';
import { followUpQueue, newQueue, zoneOfQueue } from '#lib/executions/executions.ts';
import { nextStep, type Progress } from '#lib/executions/next-step.ts';
import { localDate, nextLocalDay } from '#lib/values/time-zones.ts';

/** A recipient that waits for an email, with everything that decides when the email is sent. */
export interface Waiter extends Progress {
  readonly contactId: string;
  /** Epoch milliseconds. */
  readonly dueAt: number;
  readonly timezone: string | null;
  readonly companyId: string | null;
  readonly lastSentAt: number | undefined;
  /** Name of the recipient's queue. */
  readonly queue: string;
}

export interface PlannedMail {
  readonly contactId: string;
  readonly stepId: string;
  readonly accountId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface ForecastRequest {
  readonly state: RunningState;
  readonly dispatch: Dispatch;
  readonly accounts: readonly EmailAccountItem[];
  readonly waiters: readonly Waiter[];
  /** Whether the contact has no value for a variable of the step. Such a contact pauses and gets no further email. */
  readonly isLacking: (contactId: string, stepId: string) => boolean;
  readonly now: number;
  readonly mailsMax: number;
}

/** Days to simulate. */
const daysMax = 366;

/**
 * Simulates a campaign and returns every email with its time. Uses the dispatcher's own decisions on queues in memory.
 * Assumes no replies, no changed settings, immediate acceptance of each email, and no other campaign on the accounts.
 * Pure. `isComplete` is false when emails remain after the simulated days or the maximum number of emails.
 */
export function forecast(request: ForecastRequest): { mails: PlannedMail[]; isWhole: boolean } {
  const { now, mailsMax } = request;
  const course = beginCourse(request);
  const { endAt } = course.campaign.schedule;
  const last = now + daysMax * 86_400_000;
  const end = endAt === null ? last : Math.min(last, Date.parse(endAt));
  let at: number | undefined = now;
  while (at !== undefined && at < end && course.mails.length < mailsMax) {
    sendUntil(course, at);
    if (course.slots.length === 0 && !isAnybodyWaiting(course)) break;
    at = takeRound(course, at);
  }
  sendUntil(course, Number.POSITIVE_INFINITY);

  return { mails: course.mails, isWhole: !isAnybodyWaiting(course) };
}

function isAnybodyWaiting({ waiting }: Course): boolean {
  return [...waiting.values()].some((queue) => queue.length > 0);
}

/** The state of a simulated campaign. */
interface Course {
  readonly request: ForecastRequest;
  readonly campaign: CampaignItem;
  dispatch: Dispatch;
  accounts: EmailAccountItem[];
  quota: Quota | undefined;
  /** Number of contacts mailed, by company and day. */
  readonly companies: Map<string, number>;
  /** Recipients by queue, ordered by due time. */
  readonly waiting: Map<string, Waiter[]>;
  /** Recipients with a future slot, ordered by slot time. */
  readonly slots: { readonly at: number; readonly accountId: string; readonly waiter: Waiter }[];
  readonly mails: PlannedMail[];
}

function beginCourse(request: ForecastRequest): Course {
  const { state, dispatch, accounts, waiters } = request;
  const course: Course = {
    ...{ request, campaign: state.campaign, dispatch, accounts: [...accounts], quota: state.quota },
    ...{ companies: new Map(), waiting: new Map(), slots: [], mails: [] },
  };
  for (const waiter of waiters) enqueue(course, waiter);

  return course;
}

/** Simulates one dispatch. @returns the time of the next one */
function takeRound(course: Course, now: number): number | undefined {
  const { request, dispatch, accounts, waiting, quota } = course;
  const state = { ...request.state, dispatch, quota };
  const seen = linesOf(state, accounts).map((line) => ({
    ...line,
    entries: (waiting.get(line.name) ?? []).slice(0, lookSize(line, horizonMs)).map(toEntry),
  }));
  const look = describeLook(state, accounts, seen, { now, horizonMs });
  const round = decideRound(state, dispatch, look, now);
  giveSlots(course, round.plan);
  const known = new Set([...dispatch.accountIds, ...round.plan.taken.keys()]);
  const { stalledSince: _, idleSince: __, ...before } = dispatch;
  course.dispatch = { ...before, ...round.next, ...round.since, positions: {}, accountIds: [...known] };

  // EventBridge Scheduler has a resolution of one second.
  return round.nextWakeAt === undefined || round.isHopeless
    ? undefined
    : Math.ceil(round.nextWakeAt / 1000) * 1000;
}

function toEntry({ contactId, dueAt }: Waiter) {
  return { contactId, dueAt, position: '' };
}

function giveSlots(course: Course, { slots, taken }: SlotPlan): void {
  for (const { queue, accountId, at } of slots) {
    const waiter = course.waiting.get(queue)?.shift();
    if (waiter) course.slots.push({ at, accountId, waiter });
  }
  course.slots.sort((one, other) => one.at - other.at);
  course.accounts = course.accounts.map((account) => ({ ...account, ...taken.get(account.id) }));
}

function sendUntil(course: Course, until: number): void {
  for (let slot = course.slots[0]; slot && slot.at <= until; slot = course.slots[0]) {
    course.slots.shift();
    send(course, slot);
  }
}

/** Simulates what the sender does with a message at its slot. */
function send(course: Course, { at, accountId, waiter }: Course['slots'][number]): void {
  const { campaign, request } = course;
  const step = nextStep(campaign.steps, waiter);
  // In the sender's order: it composes an email, and detects missing variables, only after the window check.
  if (!step || isPostponed(course, waiter, at) || request.isLacking(waiter.contactId, step.id)) return;
  const today = localDate(at, campaign.schedule.timezone);
  if (isCompanyFull(course, waiter, today)) {
    enqueue(course, { ...waiter, dueAt: nextLocalDay(at, campaign.schedule.timezone) });
    return;
  }
  course.mails.push({ contactId: waiter.contactId, stepId: step.id, accountId, at });
  course.accounts = course.accounts.map((account) =>
    account.id === accountId ? { ...account, ...countMailOn(account, at) } : account,
  );
  const isFirst = waiter.sentSteps.length === 0;
  const before = course.quota?.day === today ? course.quota : { mails: 0, firsts: 0 };
  course.quota = { day: today, mails: before.mails + 1, firsts: before.firsts + (isFirst ? 1 : 0) };
  const sentSteps = [...waiter.sentSteps, step.id];
  const next = followUp({ campaign, contact: waiter }, sentSteps, at);
  const queue = followUpQueue(accountId);
  if (next) enqueue(course, { ...waiter, dueAt: next.dueAt, sentSteps, queue, lastSentAt: at });
}

/** The windows of the recipient's time zone may close before its slot. */
function isPostponed(course: Course, waiter: Waiter, at: number): boolean {
  const { campaign } = course;
  const zone = zoneFor(campaign, waiter);
  const opening = nextOpening(campaign.schedule, at, zone);
  if (opening === at) return false;
  const queue = waiter.sentSteps.length === 0 ? newQueue(zone) : waiter.queue;
  if (opening !== undefined) enqueue(course, { ...waiter, dueAt: opening, queue });

  return true;
}

function isCompanyFull({ campaign, companies }: Course, waiter: Waiter, today: string): boolean {
  const { maxContactsPerCompanyPerDay: max, schedule } = campaign;
  const { companyId, lastSentAt } = waiter;
  if (max === null || companyId === null) return false;
  if (lastSentAt !== undefined && localDate(lastSentAt, schedule.timezone) === today) return false;
  const place = `${companyId} ${today}`;
  const count = companies.get(place) ?? 0;
  companies.set(place, Math.min(max, count + 1));

  return count >= max;
}

function enqueue(course: Course, waiter: Waiter): void {
  const { waiting, dispatch } = course;
  const queue = waiting.get(waiter.queue) ?? [];
  waiting.set(waiter.queue, queue);
  insertInOrder(queue, waiter);
  const zone = zoneOfQueue(waiter.queue);
  const { zones } = dispatch;
  if (zone !== undefined && !zones.includes(zone)) course.dispatch = { ...dispatch, zones: [...zones, zone] };
}
