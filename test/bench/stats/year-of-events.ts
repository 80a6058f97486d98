import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import { counterUpdates } from '#lib/events/counting.ts';
import { statKindsOf } from '#lib/statistics/counters.ts';
import { dayKey } from '#lib/statistics/items.ts';
import { type Counts, mapKinds, type StatKind } from '#lib/statistics/kinds.ts';
import type { Table } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { ulidTime } from '#lib/values/ids.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { fixedId } from '../support/fixtures.ts';

const dayMs = 86_400_000;
/** A campaign's emails from two accounts, and the events that follow. */
export const campaignId = fixedId('cmp', 0);
export const accountIds = [fixedId('acc', 0), fixedId('acc', 1)] as const;

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

/** The days of the events in a time zone, each with its events. */
export function daysOf(events: readonly SimulatedEvent[], timezone: string) {
  return Map.groupBy(events, ({ at }) => localDate(at, timezone));
}

/** Counts the events a day at a time with the publisher's writes. The ledger and the campaign's counters are not written. */
export async function countEvents(
  table: Table,
  workspaceId: string,
  events: readonly SimulatedEvent[],
  timezone: string,
): Promise<void> {
  const { pk } = dayKey(workspaceId, undefined, '');
  for (const ofDay of daysOf(events, timezone).values()) {
    const updates = counterUpdates([outboxOf(workspaceId, ofDay)], [{ from: 0, timezone }]);
    await table.transact(updates.filter(({ update }) => update.pk.startsWith(pk)));
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
      ...(type === 'email.sent' && { tracked: ['opens', 'clicks'] as const }),
    })) as OutboxItem['events'],
  };
}

/** The counts of some events, event by event. */
export function countNaively(events: readonly SimulatedEvent[], scopeId: string | undefined): Counts {
  const counts: Partial<Record<StatKind, number>> = {};
  for (const { account, ...event } of events) {
    if (scopeId?.startsWith('acc') && accountIds[account] !== scopeId) continue;
    const isSent = event.type === 'email.sent';
    for (const kind of statKindsOf({ ...event, tracked: isSent ? ['opens', 'clicks'] : [] })) {
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }

  return mapKinds((kind) => counts[kind] ?? 0);
}
