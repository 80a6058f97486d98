import { campaignCountersOf, countCampaign } from '#lib/campaigns/state/counters.ts';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import { countCompany } from '#lib/companies/counters.ts';
import { countedEvents, statisticsCounters, totalsUpdate } from '#lib/statistics/counters.ts';
import type { Key, Table, Update } from '#lib/storage/table.ts';
import { timeOfId } from '#lib/values/ids.ts';
import { dayAt, readZones, type WorkspaceZones } from '#lib/workspaces/zones.ts';

type Increments = Record<string, number>;

/** Reads the time zones that decide the days of counted events. Other events need none. */
export async function readZonesFor(
  table: Table,
  workspaceId: string,
  records: readonly OutboxItem[],
): Promise<WorkspaceZones> {
  const isCounted = records.some(({ events }) => events.some(({ type }) => countedEvents.includes(type)));

  return isCounted ? readZones(table, workspaceId) : [];
}

/**
 * Counter updates for events and counter increments. Each item gets one write, regardless of the number of
 * events: a campaign, a company, the totals of a workspace, a day of a scope, and a day of a campaign's breakdown.
 * @param zones of the workspace of the records
 */
export function counterUpdates(records: readonly OutboxItem[], zones: WorkspaceZones): Update[] {
  const subjects = new Map<string, { workspaceId: string; added: Increments }>();
  const statisticsItems = new Map<string, { key: Key; added: Increments }>();
  for (const { workspaceId, events, increments } of records) {
    for (const increment of [...increments, ...events.flatMap(campaignIncrements)]) {
      const entry = subjects.get(increment.subjectId) ?? { workspaceId, added: {} };
      add(entry.added, increment.counter, increment.by);
      subjects.set(increment.subjectId, entry);
    }
    const statistics = events.flatMap((event) => statisticsIncrements(workspaceId, event, zones));
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
    ...[...statisticsItems.values()].map(({ key, added }): Update => ({ update: key, add: added })),
  ];
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

/** An event is counted on the day of its id, so its retraction is counted on the same day. */
function statisticsIncrements(workspaceId: string, event: OutboxEvent, zones: WorkspaceZones) {
  const by = incrementOf(event);

  return statisticsCounters(workspaceId, event, dayAt(zones, timeOfId(event.id))).flatMap(
    ({ key, attributes }) => attributes.map((attribute) => ({ key, attribute, by })),
  );
}

/** An event that was retracted as bot traffic is subtracted from the same counters. */
function incrementOf({ isRetracted }: OutboxEvent): 1 | -1 {
  return isRetracted ? -1 : 1;
}

function add(added: Increments, counter: string, by: number): void {
  added[counter] = (added[counter] ?? 0) + by;
}
