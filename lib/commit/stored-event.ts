import * as z from 'zod/mini';
import type { EventDetails } from '#lib/commit/change.ts';
import { eventKey, eventPrefix, subjectPartition } from '#lib/commit/items.ts';
import type { Item, Key, Table } from '#lib/storage/table.ts';
import { EventKind, trackedActions } from '#lib/values/event-kind.ts';

/** Workspace, subject and id are in the keys. Data of the payload has no other attributes, so the item stays below 1 KB. */
const EventItem = z.object({
  /** The webhook payload. It is serialised once, so every attempt sends the same bytes. */
  payload: z.string(),
  details: z.optional(
    z.object({
      variantId: z.optional(z.string()),
      messageId: z.optional(z.string()),
      tracked: z.optional(z.array(z.enum(trackedActions))),
      botReason: z.optional(z.string()),
    } satisfies Record<keyof EventDetails, z.ZodMiniType>),
  ),
  /** This field and the next one decided which counters were incremented. A recount uses them again. */
  isFirst: z.optional(z.boolean()),
  variant: z.optional(z.string()),
});

const optionalId = z.optional(z.string());

/** The parsed fields of a payload. */
const Payload = z.object({
  event: EventKind,
  timestamp: z.string(),
  data: z.looseObject({
    campaignId: optionalId,
    contactId: optionalId,
    executionId: optionalId,
    stepId: optionalId,
    emailAccountId: optionalId,
    webhookId: optionalId,
  }),
  /** Whether the event's contact was erased: see `eventErasure`. */
  isErased: z.optional(z.boolean()),
});

/** The id of a stored event, even if this version cannot read the event. */
export const idOfStoredEvent = ({ sk }: Item): string => sk.slice(eventPrefix.length);

/** The parsed event; undefined when this version cannot read it: its kind is unknown, or its payload is not valid. */
export function readEvent(item: Item): ReturnType<typeof toEvent> | undefined {
  try {
    return toEvent(item);
  } catch {
    return undefined;
  }
}

/** @throws when this version cannot read the event */
export function toEvent(item: Item) {
  const { payload, details = {}, isFirst = false, variant } = EventItem.parse(item);
  const { event: type, timestamp, data, isErased = false } = Payload.parse(JSON.parse(payload));
  const counted = { isFirst, variant };

  return { id: idOfStoredEvent(item), type, timestamp, data, details, ...counted, isErased, payload };
}

/** The payload of an event, identical for all webhooks. */
export async function readPayload(
  table: Table,
  workspaceId: string,
  subjectId: string,
  eventId: string,
): Promise<{ readonly type: EventKind; readonly payload: string; readonly isErased: boolean } | undefined> {
  const key = eventKey(workspaceId, subjectId, eventId);
  const item = await table.get(key);
  if (!item) return undefined;
  const { type, payload, isErased } = toEvent(item);

  return { type, payload, isErased };
}

/** Key of further data about an event. It is in the partition of the event's subject, so the erasure of a contact deletes it. */
export function eventDataKey(workspaceId: string, subjectId: string, eventId: string, part: string): Key {
  return { pk: subjectPartition(workspaceId, subjectId), sk: `EVENT_DATA#${eventId}#${part}` };
}
