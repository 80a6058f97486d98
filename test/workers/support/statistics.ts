import type { NewEvent } from '#lib/commit/change.ts';
import { recordEvents } from '#lib/commit/commit.ts';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import { type Counts, mapKinds, type StatKind } from '#lib/statistics/kinds.ts';
import { recountStatistics } from '#lib/statistics/recount.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import type { Item } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { timeOfId, ulidTime } from '#lib/values/ids.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { handler as publish } from '../../../functions/events/publish.ts';
import { connected } from '../../support/stack.ts';
import { dayMs, setClock } from './clock.ts';
import { context, insertRecords } from './invoke.ts';

export const hourMs = 3_600_000;

/** An email or a visit for a naive sum. */
export interface RecordedEvent {
  readonly id: string;
  readonly at: number;
  readonly kinds: readonly StatKind[];
  readonly campaignId: string;
  readonly emailAccountId: string;
}

const each = {
  'email.sent': 'sent',
  'email.opened': 'opened',
  'email.clicked': 'clicked',
  'email.replied': 'replied',
} as const;
const first = {
  sent: 'contacted',
  opened: 'uniqueOpened',
  clicked: 'uniqueClicked',
  replied: 'uniqueReplied',
} as const;
export type EmailEvent = keyof typeof each;

interface EventToRecord {
  readonly type: EmailEvent;
  readonly at: number;
  readonly campaignId: string;
  readonly emailAccountId: string;
  readonly isFirst?: boolean;
  readonly botReason?: string;
  readonly stepId?: string;
  readonly variant?: string;
}

let idCount = 0;

/** Ids of any time; the service's ids never go back in time. */
export function idAt(prefix: string, at: number): string {
  idCount += 1;

  return `${prefix}_${ulidTime(at)}${String(idCount).padStart(16, '0')}`;
}

/** An event in the ledger and in the outbox, not published yet. */
export async function record(
  workspaceId: string,
  { type, at, campaignId, emailAccountId, isFirst = false, botReason, stepId, variant }: EventToRecord,
): Promise<{ readonly recorded: RecordedEvent; readonly event: NewEvent; readonly outbox: Item[] }> {
  const id = idAt('evt', at);
  const event: NewEvent = {
    type: type as EventKind,
    id,
    isFirst,
    variant,
    data: { contactId: idAt('con', at), executionId: idAt('exe', at), campaignId, emailAccountId, stepId },
    ...(botReason !== undefined && { details: { botReason } }),
  };
  const puts = recordEvents(workspaceId, { events: [event], increments: [], messages: [] }, at);
  await connected().table.transact(puts);
  const kind = each[type];
  const kinds = botReason === undefined ? [kind, ...(isFirst ? [first[kind]] : [])] : [];

  return {
    recorded: { id, at: timeOfId(id), kinds, campaignId, emailAccountId },
    event,
    outbox: puts.map(({ put }) => put).filter(({ pk }) => pk.startsWith(outboxPrefix)),
  };
}

/** Publishes a batch at a time. */
export async function publishAt(now: number, outbox: readonly (Item | OutboxItem)[]): Promise<void> {
  setClock(now);
  await publish(insertRecords(outbox), context);
}

/** Counts of a scope by day, event by event. Days without counts are missing. */
export function naiveDays(
  events: readonly RecordedEvent[],
  scopeId: string | undefined,
  dayOf: (at: number) => string,
): Map<string, Counts> {
  const ofScope = events.filter(
    ({ kinds, campaignId, emailAccountId }) =>
      kinds.length > 0 && [undefined, campaignId, emailAccountId].includes(scopeId),
  );
  const byDay = [...Map.groupBy(ofScope, ({ at }) => dayOf(at))];
  const countOf = (ofDay: readonly RecordedEvent[], kind: StatKind) =>
    ofDay.filter(({ kinds }) => kinds.includes(kind)).length;

  return new Map(byDay.map(([day, ofDay]) => [day, mapKinds((kind) => countOf(ofDay, kind))]));
}

/** Differences between the statistics and the ledger, from a day before a time until tomorrow. */
export async function differencesSince(at: number, workspaceId: string, scopeIds: readonly string[]) {
  const { table, now } = connected();
  const period = { from: localDate(at - dayMs, 'UTC'), to: localDate(now() + dayMs, 'UTC') };

  return recountStatistics(table, workspaceId, period, scopeIds, false);
}
