import type { ActivityEvent } from '#lib/activity/activity-event.ts';
import type { EventKind } from '#lib/activity/event.ts';
import {
  activityShards,
  campaignActivity,
  EventItem,
  eventKey,
  eventPrefix,
  Payload,
  subjectPartition,
  workspaceActivity,
} from '#lib/activity/items.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import { shardsOf } from '#lib/storage/merge.ts';
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
  const read = (items: readonly Item[]) => items.map(toActivityEvent);
  if (contactId !== undefined) {
    return queryPage(table, {
      partitions: [subjectPartition(workspaceId, contactId)],
      prefix: eventPrefix,
      request,
      read,
    });
  }
  if (campaignId !== undefined) {
    const partitions = [campaignActivity(workspaceId, campaignId)];

    return queryPage(table, { index: 'gsi2', partitions, request, read });
  }

  return queryPage(table, {
    index: 'gsi1',
    partitions: shardsOf(workspaceActivity(workspaceId), activityShards),
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
): Promise<{ readonly type: EventKind; readonly payload: string } | undefined> {
  const item = await table.get(eventKey(workspaceId, subjectId, eventId));
  if (!item) return undefined;
  const { payload } = EventItem.parse(item);

  return { type: readBack(payload).event, payload };
}

function toActivityEvent(item: Item): ActivityEvent {
  const { id, payload } = EventItem.parse(item);
  const { event: type, timestamp: occurredAt, data } = readBack(payload);
  const { campaignId, contactId, executionId, stepId, emailAccountId, ...metadata } = data;

  return {
    id,
    type,
    occurredAt,
    campaignId: campaignId ?? null,
    contactId: contactId ?? null,
    executionId: executionId ?? null,
    stepId: stepId ?? null,
    emailAccountId: emailAccountId ?? null,
    metadata,
  };
}

function readBack(payload: string) {
  return Payload.parse(JSON.parse(payload));
}
