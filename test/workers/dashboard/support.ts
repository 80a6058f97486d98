import type { NewEvent } from '#lib/commit/change.ts';
import { recordEvents } from '#lib/commit/commit.ts';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import { statsPartition } from '#lib/statistics/items.ts';
import { type Counts, countsOf, type StatKind, statKinds } from '#lib/statistics/kinds.ts';
import { rollUpDueDays } from '#lib/statistics/roll-up-due.ts';
import { readSums } from '#lib/statistics/sums.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import type { Item } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { timeOfId, ulidTime } from '#lib/values/ids.ts';
import { addDays, momentOf } from '#lib/values/time-zones.ts';
import { handler as publish } from '../../../functions/activity/publish.ts';
import { connected } from '../../support/stack.ts';
import { setClock } from '../support/clock.ts';
import { context, insertRecords } from '../support/invoke.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** An email or a visit for a naive sum. */
export interface Told {
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
export type Mailing = keyof typeof each;

interface Happening {
  readonly type: Mailing;
  readonly at: number;
  readonly campaignId: string;
  readonly emailAccountId: string;
  readonly isFirst?: boolean;
  readonly botReason?: string;
  readonly stepId?: string;
  readonly variant?: string;
}

let drawn = 0;

/** Ids of any time; the service's ids never go back in time. */
export function idAt(prefix: string, at: number): string {
  drawn += 1;

  return `${prefix}_${ulidTime(at)}${String(drawn).padStart(16, '0')}`;
}

/** An event in the ledger and in the outbox, not published yet. */
export async function record(
  workspaceId: string,
  { type, at, campaignId, emailAccountId, isFirst = false, botReason, stepId, variant }: Happening,
): Promise<{ readonly told: Told; readonly event: NewEvent; readonly outbox: Item[] }> {
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
    told: { id, at: timeOfId(id), kinds, campaignId, emailAccountId },
    event,
    outbox: puts.map(({ put }) => put).filter(({ pk }) => pk.startsWith(outboxPrefix)),
  };
}

/** Publishes a batch at a time. */
export async function publishAt(now: number, outbox: readonly (Item | OutboxItem)[]): Promise<void> {
  setClock(now);
  await publish(insertRecords(outbox), context);
}

export const foldAt = (now: number) => rollUpDueDays({ table: connected().table, now: () => now });

/** Sums of the local days of a zone, as calculated by the service. */
export function sumDays(
  workspaceId: string,
  scopeId: string | undefined,
  { from, days, zone }: { readonly from: string; readonly days: number; readonly zone: string },
): Promise<Counts[]> {
  return readSums(connected().table, workspaceId, scopeId, momentsOf(from, days, zone));
}

/** The same, event by event. */
export function naiveDays(
  told: readonly Told[],
  scopeId: string | undefined,
  { from, days, zone }: { readonly from: string; readonly days: number; readonly zone: string },
): Counts[] {
  const moments = momentsOf(from, days, zone);
  const sums = Array.from({ length: days }, () => statKinds.map(() => 0));
  for (const { at, kinds, campaignId, emailAccountId } of told) {
    if (scopeId !== undefined && scopeId !== campaignId && scopeId !== emailAccountId) continue;
    const day = moments.findLastIndex((moment) => moment <= at);
    for (const kind of kinds) {
      const numbers = sums[day];
      const position = statKinds.indexOf(kind);
      if (numbers) numbers[position] = (numbers[position] ?? 0) + 1;
    }
  }

  return sums.map(countsOf);
}

function momentsOf(from: string, days: number, zone: string): number[] {
  return Array.from({ length: days + 1 }, (_, day) => momentOf(addDays(from, day), 0, zone));
}

/** Sort keys of a scope's items, rolled up or not. */
export async function storedKeys(workspaceId: string, scopeId?: string): Promise<string[]> {
  const pk = statsPartition(workspaceId, scopeId);
  const { items } = await connected().table.query({ pk, limit: 1000, consistent: true });

  return items.map(({ sk }) => sk).filter((sk) => sk !== 'TOTALS');
}
