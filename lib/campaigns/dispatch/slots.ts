import {
  allocate,
  createSlotAllocator,
  earliestSlotAt,
  type SlotAllocator,
} from '#lib/campaigns/dispatch/slot-allocator.ts';
import {
  isFirstEmailQueue,
  type SlotAccount,
  type SlotQueue,
  type SlotRequest,
} from '#lib/campaigns/dispatch/slot-request.ts';
import type { DayCount } from '#lib/campaigns/state/stored.ts';
import type { DueExecution } from '#lib/executions/executions.ts';

interface Slot {
  readonly queue: string;
  readonly accountId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly execution: DueExecution;
}

export interface SlotPlan {
  readonly slots: readonly Slot[];
  /** New slot state of each account that got slots. */
  readonly updatedAccounts: ReadonlyMap<string, Pick<SlotAccount, 'slotAt' | 'slotDay' | 'slotsToday'>>;
  /** The counts of the request, with the new slots. */
  readonly dayCounts: readonly DayCount[];
  /** The next free slot for executions that got none; undefined if all got one, or if no slot will be free. */
  readonly nextFreeAt: number | undefined;
}

/** A queue and an account that can serve it, with a lower bound of the next free slot. */
interface SlotCandidate {
  readonly queue: SlotQueue;
  readonly account: SlotAccount;
  at: number;
}

/**
 * Assigns slots to due executions, earliest slot first. Executions wait in queues: one for the first emails of each time
 * zone, and one for the follow-ups of each account. Follow-ups precede first emails, unless the campaign prioritises new
 * contacts. Slots respect sending windows, gaps between emails, and the daily limits of account and campaign.
 * Deterministic: each gap is derived from the slot before it. Pure: the caller commits the plan.
 */
export function planSlots(request: SlotRequest): SlotPlan {
  const allocator = createSlotAllocator(request);
  const slots: Slot[] = [];
  const servedCounts = new Map<string, number>();
  // Each call also fills `slots` and `servedCounts`.
  const candidates = queuesByPriority(request).map((queues) =>
    assignSlots(allocator, request, queues, { slots, servedCounts }),
  );
  const unserved = candidates.flat().filter(({ queue }) => hasUnservedEntries(queue, servedCounts));
  // Later allocations have outdated the lower bounds.
  for (const candidate of unserved)
    candidate.at = earliestSlotAt(allocator, candidate.account, candidate.queue);
  const nextFreeAt = Math.min(...unserved.map(({ at }) => at));

  return {
    slots,
    updatedAccounts: new Map(
      [...allocator.accounts.values()]
        .filter(({ id }) => slots.some(({ accountId }) => accountId === id))
        .map(({ id, slotAt, slotDay, slotsToday }) => [id, { slotAt, slotDay, slotsToday }]),
    ),
    dayCounts: [...allocator.dayCounts.values()],
    nextFreeAt: Number.isFinite(nextFreeAt) ? nextFreeAt : undefined,
  };
}

/** Groups of queues; the first group is served first. */
function queuesByPriority({ campaign, queues }: SlotRequest): SlotQueue[][] {
  const firstEmails = queues.filter(isFirstEmailQueue);
  const followUps = queues.filter((queue) => !isFirstEmailQueue(queue));

  return campaign.prioritizeNewContacts ? [firstEmails, followUps] : [followUps, firstEmails];
}

interface SlotAssignments {
  readonly slots: Slot[];
  /** Number of assigned slots by queue. */
  readonly servedCounts: Map<string, number>;
}

/** Assigns slots to the executions of one group of queues. @returns the candidates of these queues */
function assignSlots(
  allocator: SlotAllocator,
  { firstAccountIds, horizon }: SlotRequest,
  queues: readonly SlotQueue[],
  { slots, servedCounts }: SlotAssignments,
): SlotCandidate[] {
  const candidates = queues.flatMap((queue) =>
    [...allocator.accounts.values()]
      .filter(({ id }) => (isFirstEmailQueue(queue) ? firstAccountIds.has(id) : queue.accountId === id))
      .map((account): SlotCandidate => ({ queue, account, at: earliestSlotAt(allocator, account, queue) })),
  );
  for (;;) {
    const available = candidates.filter(
      ({ queue, at }) => at <= horizon && hasUnservedEntries(queue, servedCounts),
    );
    const best = available.reduce<SlotCandidate | undefined>(
      (first, candidate) => (first && isBefore(first, candidate, servedCounts) ? first : candidate),
      undefined,
    );
    if (!best) return candidates;
    // Another queue may have got this slot since it was computed. The account's next free slot is never earlier, so compute it
    // and choose again.
    const at = earliestSlotAt(allocator, best.account, best.queue);
    if (at > best.at) {
      best.at = at;
      continue;
    }
    const position = servedCounts.get(best.queue.name) ?? 0;
    const execution = best.queue.due[position];
    if (!execution) return candidates;
    servedCounts.set(best.queue.name, position + 1);
    slots.push({ queue: best.queue.name, accountId: best.account.id, at, execution });
    allocate(allocator, best.account, at, isFirstEmailQueue(best.queue));
  }
}

function hasUnservedEntries({ name, due }: SlotQueue, servedCounts: ReadonlyMap<string, number>): boolean {
  return (servedCounts.get(name) ?? 0) < due.length;
}

/**
 * Orders by slot time, then by waiting time, then by the remaining daily limit of the account, then by the time since
 * the last slot of the account.
 */
function isBefore(
  one: SlotCandidate,
  other: SlotCandidate,
  servedCounts: ReadonlyMap<string, number>,
): boolean {
  const waitingSince = ({ queue }: SlotCandidate) => queue.due[servedCounts.get(queue.name) ?? 0]?.dueAt ?? 0;
  const remainingOf = ({ account }: SlotCandidate) => account.dailyLimit - account.slotsToday;
  const differences = [
    one.at - other.at,
    waitingSince(one) - waitingSince(other),
    remainingOf(other) - remainingOf(one),
    one.account.slotAt - other.account.slotAt,
  ];

  return (differences.find((difference) => difference !== 0) ?? 0) <= 0;
}
