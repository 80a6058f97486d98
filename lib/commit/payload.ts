import { eventKey, subjectPartition } from '#lib/commit/items.ts';
import { toEvent } from '#lib/commit/stored-event.ts';
import type { Key, Table } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';

/** The payload of an event, identical for all webhooks. */
export async function readPayload(
  table: Table,
  workspaceId: string,
  subjectId: string,
  eventId: string,
): Promise<{ readonly type: EventKind; readonly payload: string; readonly isErased: boolean } | undefined> {
  const key = eventKey(workspaceId, subjectId, eventId);
  // The eventually consistent read may miss a new item.
  const item = (await table.get(key)) ?? (await table.get(key, { consistent: true }));
  if (!item) return undefined;
  const { type, payload, isErased } = toEvent(item);

  return { type, payload, isErased };
}

/** Key of further data about an event. It is in the partition of the event's subject, so the erasure of a contact deletes it. */
export function eventDataKey(workspaceId: string, subjectId: string, eventId: string, part: string): Key {
  return { pk: subjectPartition(workspaceId, subjectId), sk: `EVENT_DATA#${eventId}#${part}` };
}
