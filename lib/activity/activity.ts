import { ActivityEvent, fitMetadata } from '#lib/activity/activity-event.ts';
import { eventsOmitted } from '#lib/activity/metric.ts';
import type { ActivityQuery } from '#lib/activity/routes.ts';
import {
  eventsOfAccount,
  eventsOfCampaign,
  eventsOfContact,
  eventsOfWorkspace,
} from '#lib/commit/event-queries.ts';
import { idOfStoredEvent, readEvent } from '#lib/commit/stored-event.ts';
import { findContactOfExecution } from '#lib/executions/executions.ts';
import { type Page, type PageRequest, queryPage, singlePage } from '#lib/http/page.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { EventKind } from '#lib/values/event-kind.ts';
import { ulidTime } from '#lib/values/ids.ts';

interface ActivityFilters {
  readonly type?: readonly EventKind[] | undefined;
  readonly campaignId?: string | undefined;
  readonly contactId?: string | undefined;
  readonly executionId?: string | undefined;
  readonly emailAccountId?: string | undefined;
  /** RFC 3339; both bounds are exclusive. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Starts after this event, by default oldest first. */
  readonly afterId?: string | undefined;
  readonly includeBots?: boolean | undefined;
}

/**
 * The maximum time from the creation of an event's id until every list has the event. Ids are created before the commit,
 * which is retried for at most 5 s; indexes usually follow within a second. The API document states these 30 s.
 */
export const settledAfterMs = 30_000;

type ActivityRequest = PageRequest & ActivityFilters;

/** Parses the query. Kinds are sorted and unique, so a cursor stays valid if the client reorders them. */
export function readFilters({ type, includeBots, ...query }: ActivityQuery): ActivityRequest {
  return {
    ...query,
    ...(type !== undefined && {
      type: [...new Set(type.split(','))].sort().map((kind) => EventKind.parse(kind)),
    }),
    includeBots: includeBots === 'true',
  };
}

/**
 * By default newest first, or oldest first with `afterId`. Each filter has its own partition; an execution has the partition of its contact.
 * With several filters, the most selective partition is read and filtered by the others.
 */
export async function listActivity(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  request: ActivityRequest,
): Promise<Page<ActivityEvent>> {
  const list = await listQuery(table, workspaceId, request);
  if (!list) return singlePage([], request);

  return queryPage(table, {
    ...list,
    ...sortKeyBounds(request, list.prefix ?? '', now()),
    ascending: request.afterId !== undefined,
    request,
    read: (items) => {
      const events = items.map(toActivityEvent);
      reportOmitted(workspaceId, items, events);

      return events.map((event) => (event && matches(event, request) ? event : undefined));
    },
  });
}

/** The query of the most selective filter; undefined when the execution of the filter does not exist. */
async function listQuery(
  table: Table,
  workspaceId: string,
  { type, campaignId, contactId, executionId, emailAccountId }: ActivityRequest,
): Promise<MergedQuery | undefined> {
  if (executionId !== undefined) {
    const foundContactId = await findContactOfExecution(table, workspaceId, executionId);

    return foundContactId === undefined ? undefined : eventsOfContact(workspaceId, foundContactId);
  }
  if (contactId !== undefined) return eventsOfContact(workspaceId, contactId);
  if (campaignId !== undefined) return eventsOfCampaign(workspaceId, campaignId);
  if (emailAccountId !== undefined) return eventsOfAccount(workspaceId, emailAccountId);

  return eventsOfWorkspace(workspaceId, type);
}

/**
 * Ids sort by time, so times become bounds of ids, and `afterId` need not exist. An ascending list ends before events that
 * may still appear, so a client that continues from its last event misses none.
 * @returns the highest lower bound and the lowest upper bound, both inclusive; the suffix `\u0001` excludes `afterId` itself
 */
function sortKeyBounds(
  { after, before, afterId, order }: ActivityRequest,
  prefix: string,
  now: number,
): Pick<MergedQuery, 'from' | 'to'> {
  const isAscending = order === undefined ? afterId !== undefined : order === 'asc';
  // An id without a random part sorts before all ids of its millisecond, so the bounds exclude the times of the filters.
  const lowerBounds = [
    ...(after === undefined ? [] : [`evt_${ulidTime(Date.parse(after) + 1)}`]),
    ...(afterId === undefined ? [] : [`${afterId}\u0001`]),
  ].sort();
  const from = lowerBounds.at(-1);
  const [to] = [
    ...(before === undefined ? [] : [`evt_${ulidTime(Date.parse(before))}`]),
    ...(isAscending ? [`evt_${ulidTime(now - settledAfterMs)}`] : []),
  ].sort();

  return {
    ...(from !== undefined && { from: prefix + from }),
    ...(to !== undefined && { to: prefix + to }),
  };
}

function matches(event: ActivityEvent, request: ActivityRequest): boolean {
  const { type, campaignId, contactId, executionId, emailAccountId, includeBots } = request;
  const isMatch = (wanted: string | undefined, found: string | null) =>
    wanted === undefined || wanted === found;

  return (
    (includeBots || !event.isBot) &&
    (type === undefined || type.includes(event.type)) &&
    isMatch(campaignId, event.campaignId) &&
    isMatch(contactId, event.contactId) &&
    isMatch(executionId, event.executionId) &&
    isMatch(emailAccountId, event.emailAccountId)
  );
}

/**
 * An event as the API shows it; undefined if the schema does not allow its data, because an earlier or a later version wrote
 * it. One such event must not make its page unreadable.
 */
function toActivityEvent(item: Item): ActivityEvent | undefined {
  const event = readEvent(item);
  if (!event) return undefined;
  const { id, type, timestamp: occurredAt, data, details } = event;
  const { campaignId, contactId, executionId, stepId, emailAccountId, ...metadata } = data;

  return ActivityEvent.safeParse({
    id,
    type,
    occurredAt,
    campaignId: campaignId ?? null,
    contactId: contactId ?? null,
    executionId: executionId ?? null,
    stepId: stepId ?? null,
    variantId: details.variantId ?? null,
    emailAccountId: emailAccountId ?? null,
    messageId: details.messageId ?? null,
    isBot: details.botReason !== undefined,
    botReason: details.botReason ?? null,
    metadata: fitMetadata(type, metadata),
  }).data;
}

/** Logs the number of events that this version cannot show, which raises a metric. */
function reportOmitted(
  workspaceId: string,
  items: readonly Item[],
  events: readonly (ActivityEvent | undefined)[],
): void {
  const omitted = items.filter((_, position) => events[position] === undefined);
  const [first] = omitted;
  if (!first) return;
  const eventId = idOfStoredEvent(first);
  log('warn', eventsOmitted.where.message, { workspaceId, eventId, count: omitted.length });
}
