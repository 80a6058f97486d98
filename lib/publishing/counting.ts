import { countCampaign } from '#lib/campaigns/counters.ts';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import { countCompany } from '#lib/companies/counters.ts';
import { countHour, countTotals, statKindsOf, statPlace } from '#lib/statistics/counters.ts';
import { isMarked, markDay } from '#lib/statistics/marks.ts';
import type { Key, Update } from '#lib/storage/table.ts';
import { timeOfId } from '#lib/values/ids.ts';

type Added = Record<string, number>;

/**
 * Counter updates for events and increments. Each campaign, company, workspace and statistics hour gets one write, regardless
 * of its number of events.
 */
export function countWrites(records: readonly OutboxItem[]): Update[] {
  const subjects = new Map<string, { workspaceId: string; added: Added }>();
  const hours = new Map<string, { key: Key; added: Added }>();
  for (const { workspaceId, events, tallies } of records) {
    for (const tally of [...tallies, ...events.flatMap(campaignTallies)]) {
      const entry = subjects.get(tally.subjectId) ?? { workspaceId, added: {} };
      add(entry.added, tally.counter, tally.by);
      subjects.set(tally.subjectId, entry);
    }
    for (const { key, attribute, by } of events.flatMap((event) => statsOf(workspaceId, event))) {
      const place = `${key.pk} ${key.sk}`;
      const entry = hours.get(place) ?? { key, added: {} };
      add(entry.added, attribute, by);
      hours.set(place, entry);
    }
  }

  return [
    ...[...subjects].map(([subjectId, { workspaceId, added }]) =>
      countSubject(workspaceId, subjectId, added),
    ),
    ...[...hours.values()].map(({ key, added }) => countHour(key, added)),
  ];
}

/** Marks the days with changed statistics, once per workspace, except days that are already marked. */
export function markWrites(records: readonly OutboxItem[], now: number): Update[] {
  const marks = new Map<string, Update>();
  for (const { workspaceId, events } of records) {
    for (const { id, type } of events) {
      if (statKindsOf(type, false).length === 0) continue;
      const mark = markDay(workspaceId, timeOfId(id));
      if (!isMarked(mark, now)) marks.set(mark.update.sk, mark);
    }
  }

  return [...marks.values()];
}

function countSubject(workspaceId: string, subjectId: string, added: Added): Update {
  if (subjectId.startsWith('com_')) return countCompany(workspaceId, subjectId, added);
  if (subjectId.startsWith('wsp_')) return countTotals(workspaceId, added);

  return countCampaign(workspaceId, subjectId, added);
}

type OutboxEvent = OutboxItem['events'][number];

/** Campaigns count emails, and contacts that opened, clicked or replied. */
function campaignTallies(event: OutboxEvent) {
  const { type, campaignId, isFirst } = event;
  const by = weightOf(event);
  if (campaignId === undefined) return [];
  if (type === 'email.sent') return [{ subjectId: campaignId, counter: 'sent', by }];
  if (!isFirst) return [];
  if (type === 'email.opened') return [{ subjectId: campaignId, counter: 'opened', by }];
  if (type === 'email.clicked') return [{ subjectId: campaignId, counter: 'clicked', by }];
  if (type === 'email.replied') return [{ subjectId: campaignId, counter: 'answered', by }];

  return [];
}

function statsOf(workspaceId: string, event: OutboxEvent) {
  const { id, type, campaignId, emailAccountId, isFirst } = event;
  const at = timeOfId(id);
  const by = weightOf(event);
  const scopes = [undefined, campaignId, emailAccountId].filter(
    (scope, position) => position === 0 || scope !== undefined,
  );

  return statKindsOf(type, isFirst ?? false).flatMap((kind) =>
    scopes.map((scope) => ({ ...statPlace(workspaceId, scope, kind, at), by })),
  );
}

/** An event that was retracted as bot traffic is subtracted from the same counters. */
function weightOf({ isRetracted }: OutboxEvent): 1 | -1 {
  return isRetracted ? -1 : 1;
}

function add(added: Added, counter: string, by: number): void {
  added[counter] = (added[counter] ?? 0) + by;
}
