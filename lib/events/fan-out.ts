import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import type { Queue, Queues } from '#lib/queue/sqs-queue.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type FanOutMessage, fanOutRecordsMax } from '#lib/values/queues.ts';
import { type NewDelivery, newDelivery } from '#lib/webhooks/delivery/new-delivery.ts';
import { isRecipient, readEventContext } from '#lib/webhooks/event-context.ts';
import { storeIncluded } from '#lib/webhooks/included-data.ts';
import { readWebhooks } from '#lib/webhooks/read.ts';

/**
 * Maximum number of deliveries of one workspace per invocation: 50 SendMessageBatch calls, half a second. A record with more
 * deliveries gets its own invocation. The largest possible record, with 24 events for 50 webhooks, needs 120 calls.
 */
export const deliveriesMax = 500;

/** An outbox record with its deliveries. */
export interface PlannedRecord {
  readonly record: OutboxItem;
  readonly deliveries: readonly NewDelivery[];
}

/** Reads webhooks after the commit of the events, so a webhook receives all events after its creation. */
export async function planDeliveries(
  { table, now }: Services,
  workspaceId: string,
  records: readonly OutboxItem[],
): Promise<PlannedRecord[]> {
  const hasEvents = records.some(({ events }) => events.length > 0);
  const webhooks = hasEvents ? await readWebhooks(table, workspaceId) : [];

  const context = await readEventContext(
    table,
    workspaceId,
    records.flatMap(({ events }) => events),
    webhooks,
  );

  return records.map((record) => ({
    record,
    deliveries: record.events.flatMap((event) =>
      webhooks
        .filter((webhook) => isRecipient(webhook, event, context))
        .map((webhook) => newDelivery(workspaceId, webhook, event, context, now())),
    ),
  }));
}

export async function sendDeliveries(
  { table, deliveries }: Pick<Services & Queues, 'table' | 'deliveries'>,
  planned: readonly PlannedRecord[],
): Promise<void> {
  const newDeliveries = planned.flatMap((each) => each.deliveries);
  await storeIncluded(table, newDeliveries);
  await deliveries.send(newDeliveries.map(({ message }) => ({ message })));
}

/** Each group has at most `budget` deliveries and `fanOutRecordsMax` records, or one record with more deliveries. */
export function groupByBudget(planned: readonly PlannedRecord[], budget: number): PlannedRecord[][] {
  const groups: PlannedRecord[][] = [];
  let remaining = 0;
  for (const plannedRecord of planned) {
    const group = groups.at(-1);
    if (group && plannedRecord.deliveries.length <= remaining && group.length < fanOutRecordsMax)
      group.push(plannedRecord);
    else {
      groups.push([plannedRecord]);
      remaining = budget;
    }
    remaining -= plannedRecord.deliveries.length;
  }

  return groups;
}

/** Queues groups of records, each for a separate invocation. The records stay in the outbox until they are published. */
export async function deferRecords(
  fanouts: Queue<FanOutMessage>,
  workspaceId: string,
  groups: readonly (readonly PlannedRecord[])[],
): Promise<void> {
  const messages = groups.map((group) => ({
    workspaceId,
    records: group.map(({ record: { pk, sk } }) => ({ pk, sk })),
  }));
  await fanouts.send(messages.map((message) => ({ message })));
}
