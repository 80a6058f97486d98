import { eventDataKey } from '#lib/commit/stored-event.ts';
import { ConditionFailed, type Item, type Key, type Table } from '#lib/storage/table.ts';
import { timeOfId } from '#lib/values/ids.ts';
import type { Include } from '#lib/values/include.ts';

/*
 * | access pattern                              | how                                                        |
 * |---------------------------------------------|------------------------------------------------------------|
 * | the included data of an event, for delivery | GetItem: its subject's partition, EVENT_DATA#<event>#<include> |
 *
 * Messages and deliveries store only the names of the included objects, such as `contact`. The data is in the partition of
 * the event's subject, which is usually the contact. So the erasure of a contact also removes its data from messages that wait
 * or failed. Webhooks with the same `include` share an item.
 */
export interface IncludedEvent {
  readonly workspaceId: string;
  readonly subjectId: string;
  readonly eventId: string;
  readonly include: readonly Include[number][];
}

/** One day longer than a delivery is retained. */
const retentionDays = 31;

function includedKey({ workspaceId, subjectId, eventId, include }: IncludedEvent): Key {
  return eventDataKey(workspaceId, subjectId, eventId, [...include].sort().join('+'));
}

/** The item to store. @param json result of `includedData` in `event-context.ts` */
export function includedPut(event: IncludedEvent, json: string): Item {
  const expiresAtEpochSeconds = Math.ceil(timeOfId(event.eventId) / 1000) + retentionDays * 86_400;

  return { ...includedKey(event), included: json, expiresAtEpochSeconds };
}

/** Stores the included data of deliveries, unless an earlier publication has stored it: all attempts send the same bytes. */
export async function storeIncluded(
  table: Table,
  deliveries: readonly { readonly included?: Item }[],
): Promise<void> {
  const puts = deliveries.flatMap(({ included }) => included ?? []);
  const putsByKey = new Map(puts.map((put) => [`${put.pk} ${put.sk}`, put]));
  await Promise.all(
    [...putsByKey.values()].map(async (put) => {
      try {
        await table.put({ put, if: { pk: 'absent' } });
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    }),
  );
}

/** @returns undefined if it was erased or has expired */
export async function readIncluded(table: Table, event: IncludedEvent): Promise<string | undefined> {
  const key = includedKey(event);
  const item = await table.get(key);

  return item && String(item['included']);
}

/**
 * Adds included data to a payload. Payload and included data are stored, so each attempt sends the same bytes.
 * @param included JSON object, as it was when the event was first published
 */
export function withIncluded(payload: string, included: string | undefined): string {
  if (included === undefined) return payload;
  const { data, ...event } = JSON.parse(payload);

  return JSON.stringify({ ...event, data: { ...data, ...JSON.parse(included) } });
}
