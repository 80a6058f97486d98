import { type Desk, freeAt, openDesk, type SlotAccount, take } from '#lib/campaigns/dispatch/slot-desk.ts';
import type { CampaignItem } from '#lib/campaigns/stored.ts';
import type { DueExecution } from '#lib/executions/executions.ts';

/** Executions that wait for the same: any account, in one time zone; or one account, for a follow-up. */
export interface SlotQueue {
  readonly name: string;
  /**
   * Whose windows count; undefined: the campaign's own; null: of each his own, who is due when they allow it, so that nobody's
   * are asked here.
   */
  readonly zone: string | null | undefined;
  /** The one that has their threads; undefined before the first mail. */
  readonly accountId: string | undefined;
  /** Oldest first; all of them due. */
  readonly due: readonly DueExecution[];
}

/** How many mails of one of a campaign's days have left or have a slot, first mails among them. */
export interface DayCount {
  /** Local date of the campaign. */
  readonly day: string;
  readonly mails: number;
  readonly firsts: number;
}

interface Slot {
  readonly queue: string;
  readonly accountId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly execution: DueExecution;
}

export interface SlotPlan {
  readonly slots: readonly Slot[];
  /** Accounts that gave slots, as they are afterwards. */
  readonly taken: ReadonlyMap<string, Pick<SlotAccount, 'slotAt' | 'slotDay' | 'slotsToday'>>;
  readonly given: readonly DayCount[];
  /** When the next slot after these is free for who got none; undefined when nobody is left, or none ever will be. */
  readonly nextFreeAt: number | undefined;
}

export interface SlotRequest {
  readonly campaign: Pick<
    CampaignItem,
    'schedule' | 'dailyLimit' | 'dailyNewContactLimit' | 'prioritizeNewContacts'
  >;
  /** Those that may send. */
  readonly accounts: readonly SlotAccount[];
  /** On which of them a thread may begin. */
  readonly firstAccountIds: ReadonlySet<string>;
  readonly queues: readonly SlotQueue[];
  readonly given: readonly DayCount[];
  readonly now: number;
  /** No slot after this moment is given away. */
  readonly horizon: number;
}

/** A queue and an account that could serve it, with the earliest moment that is known so far. */
interface Offer {
  readonly queue: SlotQueue;
  readonly account: SlotAccount;
  at: number;
}

/**
 * Gives mails that are due their moments, earliest first: follow-ups before first mails unless the campaign wants it
 * otherwise, each within its windows, the gaps and days of its account and the days of the campaign. The same request
 * gets the same plan: gaps are drawn by what was given before. Pure: the caller commits what it says.
 */
export function planSlots(request: SlotRequest): SlotPlan {
  const desk = openDesk(request);
  const slots: Slot[] = [];
  const served = new Map<string, number>();
  const offers = inTurns(request).map((queues) => serve(desk, request, queues, { slots, served }));
  const left = offers.flat().filter(({ queue }) => hasMore(queue, served));
  for (const offer of left) offer.at = freeAt(desk, offer.account, offer.queue);
  const nextFreeAt = Math.min(...left.map(({ at }) => at));

  return {
    slots,
    taken: new Map(
      [...desk.accounts.values()]
        .filter(({ id }) => slots.some(({ accountId }) => accountId === id))
        .map(({ id, slotAt, slotDay, slotsToday }) => [id, { slotAt, slotDay, slotsToday }]),
    ),
    given: [...desk.given.values()],
    nextFreeAt: Number.isFinite(nextFreeAt) ? nextFreeAt : undefined,
  };
}

/** Who is served before whom. */
function inTurns({ campaign, queues }: SlotRequest): SlotQueue[][] {
  const firsts = queues.filter(({ accountId }) => accountId === undefined);
  const followUps = queues.filter(({ accountId }) => accountId !== undefined);

  return campaign.prioritizeNewContacts ? [firsts, followUps] : [followUps, firsts];
}

interface Served {
  readonly slots: Slot[];
  /** How many of each queue have got their slot. */
  readonly served: Map<string, number>;
}

function serve(
  desk: Desk,
  { firstAccountIds, horizon }: SlotRequest,
  queues: readonly SlotQueue[],
  { slots, served }: Served,
): Offer[] {
  const offers = queues.flatMap((queue) =>
    [...desk.accounts.values()]
      .filter(({ id }) => (queue.accountId === undefined ? firstAccountIds.has(id) : queue.accountId === id))
      .map((account): Offer => ({ queue, account, at: freeAt(desk, account, queue) })),
  );
  for (;;) {
    const open = offers.filter(({ queue, at }) => at <= horizon && hasMore(queue, served));
    const best = open.reduce<Offer | undefined>(
      (first, offer) => (first && isBefore(first, offer, served) ? first : offer),
      undefined,
    );
    if (!best) return offers;
    // Moments only move on: what was free when it was asked for may have been given away since.
    const at = freeAt(desk, best.account, best.queue);
    if (at > best.at) {
      best.at = at;
      continue;
    }
    const position = served.get(best.queue.name) ?? 0;
    const execution = best.queue.due[position];
    if (!execution) return offers;
    served.set(best.queue.name, position + 1);
    slots.push({ queue: best.queue.name, accountId: best.account.id, at, execution });
    take(desk, best.account, at, best.queue.accountId === undefined);
  }
}

function hasMore({ name, due }: SlotQueue, served: ReadonlyMap<string, number>): boolean {
  return (served.get(name) ?? 0) < due.length;
}

/** The earliest; of equals who has waited longest, on the account with most room, then on the one that has rested longest. */
function isBefore(one: Offer, other: Offer, served: ReadonlyMap<string, number>): boolean {
  const waitingSince = ({ queue }: Offer) => queue.due[served.get(queue.name) ?? 0]?.dueAt ?? 0;
  const room = ({ account }: Offer) => account.dailyLimit - account.slotsToday;
  const differences = [
    one.at - other.at,
    waitingSince(one) - waitingSince(other),
    room(other) - room(one),
    one.account.slotAt - other.account.slotAt,
  ];

  return (differences.find((difference) => difference !== 0) ?? 0) <= 0;
}
