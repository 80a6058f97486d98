import { countersKey } from '#lib/campaigns/state/items.ts';
import { zeroCounters } from '#lib/campaigns/state/stored.ts';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import { counterUpdates } from '#lib/publishing/counting.ts';
import type { Services } from '#lib/runtime/services.ts';
import { statKindsOf } from '#lib/statistics/counters.ts';
import { addTo, type Counts, countsOf, statKinds, zeros } from '#lib/statistics/kinds.ts';
import { rollUpDay, rollUpDaysBefore } from '#lib/statistics/roll-up.ts';
import { dayMs, halfMonthOf, quarterMs, utcDay } from '#lib/statistics/utc-days.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { ulidTime } from '#lib/values/ids.ts';
import { fixedId } from '../support/fixtures.ts';

/** A campaign's emails from two accounts, and the events that follow. */
export const campaignId = fixedId('cmp', 0);
export const accountIds = [fixedId('acc', 0), fixedId('acc', 1)] as const;
const scopes = [undefined, campaignId, ...accountIds];

/** Frequency of each event type in percent, and how often it is an execution's first. */
const mix: readonly (readonly [EventKind, number, number])[] = [
  ['email.sent', 38, 0.5],
  ['email.opened', 42, 0.5],
  ['email.clicked', 12, 0.7],
  ['email.replied', 5, 0.9],
  ['email.bounced', 2, 0],
  ['email.unsubscribed', 1, 0],
];

export interface SimulatedEvent {
  readonly at: number;
  readonly type: EventKind;
  readonly isFirst: boolean;
  readonly account: 0 | 1;
}

/** Events between two times: emails on workdays from 7 to 19 o'clock UTC, other events at any hour. */
export function simulateEvents(count: number, from: number, to: number): SimulatedEvent[] {
  const random = createRandom(20_260_401);
  const events: SimulatedEvent[] = [];
  while (events.length < count) {
    const [type, , firsts] = simulateEvent(random());
    const day = Math.floor((from + random() * (to - from)) / dayMs) * dayMs;
    const isMail = type === 'email.sent';
    const hour = isMail ? 7 + 12 * random() : 24 * random();
    const at = Math.floor(day + hour * 3_600_000);
    const isSunday = new Date(at).getUTCDay() === 0;
    if (at < from || at >= to || (isMail && isSunday)) continue;
    events.push({ at, type, isFirst: random() < firsts, account: random() < 0.5 ? 0 : 1 });
  }

  return events.sort((one, other) => one.at - other.at);
}

function simulateEvent(chance: number) {
  let rest = chance * 100;
  const found = mix.find(([, share]) => {
    rest -= share;

    return rest < 0;
  });

  return found ?? (['email.sent', 0, 0] as const);
}

/** Reproducible: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function createRandom(seed: number): () => number {
  let state = seed;

  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;

    return state / 2 ** 32;
  };
}

/**
 * Counts the events a day at a time with the publisher's writes, and rolls up each day like the worker. The
 * ledger is not written, because a million items would only be compared with themselves.
 * @param open the
 * first day that is not rolled up yet
 */
export async function countAndRollUp(
  { table }: Services,
  workspaceId: string,
  events: readonly SimulatedEvent[],
  open: string,
): Promise<void> {
  await table.put({ put: { ...countersKey(workspaceId, campaignId), ...zeroCounters } });
  for (const [day, ofDay] of Map.groupBy(events, ({ at }) => utcDay(at))) {
    await table.transact(counterUpdates([outboxOf(workspaceId, ofDay)]));
    if (day >= open) continue;
    for (const scope of scopes) {
      await rollUpDay(table, workspaceId, scope, day);
      await rollUpDaysBefore(table, workspaceId, scope, halfMonthOf(day));
    }
  }
}

function outboxOf(workspaceId: string, events: readonly SimulatedEvent[]): OutboxItem {
  return {
    pk: 'OUTBOX#0',
    sk: fixedId('evt', 0),
    workspaceId,
    increments: [],
    events: events.map(({ at, type, isFirst, account }) => ({
      id: `evt_${ulidTime(at)}${'0'.repeat(16)}`,
      type,
      subjectId: fixedId('con', 0),
      campaignId,
      emailAccountId: accountIds[account],
      isFirst,
    })),
  };
}

interface Quarter {
  readonly at: number;
  readonly numbers: number[];
}

/** Counts per quarter of an hour: days begin on a quarter in every time zone. */
export function quartersOf(events: readonly SimulatedEvent[], scopeId: string | undefined): Quarter[] {
  const quarters = new Map<number, Quarter>();
  for (const { at, type, isFirst, account } of events) {
    if (scopeId?.startsWith('acc') && accountIds[account] !== scopeId) continue;
    const begin = at - (at % quarterMs);
    const quarter = quarters.get(begin) ?? { at: begin, numbers: zeros() };
    quarters.set(begin, quarter);
    for (const kind of statKindsOf({ type, isFirst })) {
      const position = statKinds.indexOf(kind);
      quarter.numbers[position] = (quarter.numbers[position] ?? 0) + 1;
    }
  }

  return [...quarters.values()];
}

/** Sums between two times. */
export function recountBetween(quarters: readonly Quarter[], moments: readonly number[]): Counts[] {
  const sums = moments.slice(1).map(() => zeros());
  let interval = 0;
  for (const { at, numbers } of quarters) {
    if (at < (moments[0] ?? 0)) continue;
    while (interval < sums.length && at >= (moments[interval + 1] ?? 0)) interval += 1;
    const sum = sums[interval];
    if (sum) addTo(sum, numbers);
  }

  return sums.map(countsOf);
}
