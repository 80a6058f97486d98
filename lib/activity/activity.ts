import type { ActivityEvent } from '#lib/activity/activity-event.ts';
import {
  activityShards,
  campaignActivity,
  EventItem,
  eventKey,
  eventPrefix,
  subjectPartition,
  workspaceActivity,
} from '#lib/activity/items.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item, Table } from '#lib/storage/table.ts';

interface ActivityRequest extends PageRequest {
  readonly campaignId?: string | undefined;
  readonly contactId?: string | undefined;
}

/** Newest first: of the workspace, of a campaign or of a contact, each from the place that lists just that. */
export function listActivity(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  { campaignId, contactId, ...request }: ActivityRequest,
): Promise<Page<ActivityEvent>> {
  const read = toActivityEvent;
  if (contactId !== undefined) {
    return queryPage(table, {
      pk: subjectPartition(workspaceId, contactId),
      skPrefix: eventPrefix,
      request,
      read,
    });
  }
  if (campaignId !== undefined) {
    return queryPage(table, { index: 'gsi2', pk: campaignActivity(workspaceId, campaignId), request, read });
  }

  return queryPage(table, {
    index: 'gsi1',
    pk: workspaceActivity(workspaceId),
    shards: activityShards,
    request,
    read,
  });
}

/** The bytes that every webhook gets of an event. */
export async function readPayload(
  table: Table,
  workspaceId: string,
  subjectId: string,
  eventId: string,
): Promise<Pick<EventItem, 'type' | 'payload'> | undefined> {
  const item = await table.get(eventKey(workspaceId, subjectId, eventId));

  return item && EventItem.parse(item);
}

function toActivityEvent(item: Item): ActivityEvent {
  const event = EventItem.parse(item);
  const ids = {
    campaignId: event.campaignId ?? null,
    contactId: event.contactId ?? null,
    executionId: event.executionId ?? null,
    stepId: event.stepId ?? null,
    emailAccountId: event.emailAccountId ?? null,
  };
  const { data } = JSON.parse(event.payload) as { data: Record<string, unknown> };
  const metadata = Object.fromEntries(Object.entries(data).filter(([name]) => !(name in ids)));

  return { id: event.id, type: event.type, occurredAt: event.occurredAt, ...ids, metadata };
}
