import { campaignCountersOf, countCampaign } from '#lib/campaigns/state/counters.ts';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import { countCompany } from '#lib/companies/counters.ts';
import { breakdownCounter } from '#lib/statistics/breakdown.ts';
import {
  countedEvents,
  statCounter,
  statisticsUpdate,
  statKindsOf,
  totalsUpdate,
} from '#lib/statistics/counters.ts';
import { isMarked, markDay } from '#lib/statistics/marks.ts';
import type { Key, Update } from '#lib/storage/table.ts';
import { timeOfId } from '#lib/values/ids.ts';

type Increments = Record<string, number>;

/**
 * Counter updates for events and counter increments. Each item gets one write, regardless of the number of
 * events: a campaign, a company, the totals of a workspace, an hour of statistics, and a day of a campaign's breakdown.
 */
export function counterUpdates(records: readonly OutboxItem[]): Update[] {
  const subjects = new Map<string, { workspaceId: string; added: Increments }>();
  const statisticsItems = new Map<string, { key: Key; added: Increments }>();
  for (const { workspaceId, events, increments } of records) {
    for (const increment of [...increments, ...events.flatMap(campaignIncrements)]) {
      const entry = subjects.get(increment.subjectId) ?? { workspaceId, added: {} };
      add(entry.added, increment.counter, increment.by);
      subjects.set(increment.subjectId, entry);
    }
    const statistics = events.flatMap((event) => [
      ...statisticsIncrements(workspaceId, event),
      ...breakdownIncrements(workspaceId, event),
    ]);
    for (const { key, attribute, by } of statistics) {
      const itemName = `${key.pk} ${key.sk}`;
      const entry = statisticsItems.get(itemName) ?? { key, added: {} };
      add(entry.added, attribute, by);
      statisticsItems.set(itemName, entry);
    }
  }

  return [
    ...[...subjects].map(([subjectId, { workspaceId, added }]) =>
      subjectUpdate(workspaceId, subjectId, added),
    ),
    ...[...statisticsItems.values()].map(({ key, added }) => statisticsUpdate(key, added)),
  ];
}

/** Marks the days with changed statistics so that they are rolled up: one write per workspace and day without a mark. */
export function dayMarkUpdates(records: readonly OutboxItem[], now: number): Update[] {
  const marks = new Map<string, Update>();
  for (const { workspaceId, events } of records) {
    for (const { id, type } of events) {
      if (!countedEvents.includes(type)) continue;
      const mark = markDay(workspaceId, timeOfId(id));
      if (!isMarked(mark, now)) marks.set(mark.update.sk, mark);
    }
  }

  return [...marks.values()];
}

function subjectUpdate(workspaceId: string, subjectId: string, added: Increments): Update {
  if (subjectId.startsWith('com_')) return countCompany(workspaceId, subjectId, added);
  if (subjectId.startsWith('wsp_')) return totalsUpdate(workspaceId, added);

  return countCampaign(workspaceId, subjectId, added);
}

type OutboxEvent = OutboxItem['events'][number];

function campaignIncrements(event: OutboxEvent) {
  const { campaignId: subjectId } = event;
  const by = incrementOf(event);

  return subjectId === undefined
    ? []
    : campaignCountersOf(event).map((counter) => ({ subjectId, counter, by }));
}

function statisticsIncrements(workspaceId: string, event: OutboxEvent) {
  const { id, campaignId, emailAccountId } = event;
  const at = timeOfId(id);
  const by = incrementOf(event);
  const workspaceScope = undefined;
  const scopes = [workspaceScope, ...[campaignId, emailAccountId].filter((scopeId) => scopeId !== undefined)];

  return statKindsOf(event).flatMap((kind) =>
    scopes.map((scopeId) => ({ ...statCounter(workspaceId, scopeId, kind, at), by })),
  );
}

/** Campaigns count emails by step, variant and account. */
function breakdownIncrements(workspaceId: string, event: OutboxEvent) {
  const counter = breakdownCounter(workspaceId, event);
  const by = incrementOf(event);

  return counter?.attributes.map((attribute) => ({ key: counter.key, attribute, by })) ?? [];
}

/** An event that was retracted as bot traffic is subtracted from the same counters. */
function incrementOf({ isRetracted }: OutboxEvent): 1 | -1 {
  return isRetracted ? -1 : 1;
}

function add(added: Increments, counter: string, by: number): void {
  added[counter] = (added[counter] ?? 0) + by;
}
