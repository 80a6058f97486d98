import * as z from 'zod/mini';
import { readItems } from '#lib/storage/read-all.ts';
import type { Table } from '#lib/storage/table.ts';
import { DeliveryItem, deliveriesPartition, deliveryPrefix } from '#lib/webhooks/delivery/delivery-items.ts';
import { type Behaviour, reactionTo } from './behaviour.ts';
import { attemptsOf } from './retry-check.ts';

const pageSize = 500;
/** The partition has items after the deliveries, for example notices. */
const pastDeliveries = 'DLV$';
const RecordedDelivery = z.pick(DeliveryItem, { eventId: true, status: true, attempts: true, log: true });

/** The service's record of one delivery. */
export type RecordedDelivery = z.infer<typeof RecordedDelivery>;

interface Deliveries {
  readonly workspaceId: string;
  readonly webhookId: string;
}

export async function readRecords(
  table: Table,
  { workspaceId, webhookId }: Deliveries,
): Promise<RecordedDelivery[]> {
  const pk = deliveriesPartition(workspaceId, webhookId);
  const records: RecordedDelivery[] = [];
  const range = { pk, from: deliveryPrefix, to: pastDeliveries, limit: pageSize };
  for await (const item of readItems(table, range)) records.push(RecordedDelivery.parse(item));

  return records;
}

/**
 * Attempts that failed although their receiver would have responded, by event: the machine was too busy. The
 * service must continue as after any failure; the receiver's reaction does not count.
 */
export function lostAttempts(
  behaviour: Behaviour,
  records: readonly RecordedDelivery[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const lost = records.map(({ eventId, log }) => {
    const numbers = log
      .filter(({ number, requests }) => {
        return reactionTo(behaviour, eventId, number) !== 'hangs' && requests.at(-1)?.statusCode === null;
      })
      .map(({ number }) => number);

    return [eventId, new Set(numbers)] as const;
  });

  return new Map(lost.filter(([, numbers]) => numbers.size > 0));
}

/** Number of a webhook's deliveries with a record that is missing or differs from the receiver's. */
export function countWrongRecords(
  behaviour: Behaviour,
  records: readonly RecordedDelivery[],
  eventIds: ReadonlySet<string>,
): number {
  const lost = lostAttempts(behaviour, records);
  const correct = records.filter(({ eventId, status, attempts }) => {
    const lostAttemptsOfEvent = lost.get(eventId);
    const expected = attemptsOf(behaviour, eventId, lostAttemptsOfEvent);
    const isAccepted =
      reactionTo(behaviour, eventId, expected) === 'accepts' && !lostAttemptsOfEvent?.has(expected);
    const isCorrect = attempts === expected && status === (isAccepted ? 'delivered' : 'exhausted');

    return isCorrect && eventIds.has(eventId);
  });

  return eventIds.size - correct.length;
}
