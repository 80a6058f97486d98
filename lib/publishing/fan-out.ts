import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import type { CallQueues } from '#lib/publishing/calls.ts';
import { type FanOutMessage, fanOutRecordsMax } from '#lib/publishing/workers.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Services } from '#lib/runtime/services.ts';
import { isSlow } from '#lib/webhooks/delivery/slow-lane.ts';
import { readWebhooks } from '#lib/webhooks/read.ts';
import { isSubscribed } from '#lib/webhooks/subscription.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

/**
 * Deliveries of one workspace in one invocation: 50 calls of SendMessageBatch, half a second. A record with more than that
 * has an invocation of its own; with 24 events and 50 webhooks, the most there can be, it takes 120 calls.
 */
export const deliveriesMax = 500;

/** A record with its deliveries. */
export interface PlannedRecord {
  readonly record: OutboxItem;
  readonly deliveries: readonly PlannedDelivery[];
}

interface PlannedDelivery {
  readonly queue: 'deliveries' | 'slowlane';
  readonly message: DeliveryCall;
}

/** Webhooks are read after the events were committed: one that was made before an event gets it. */
export async function planDeliveries(
  { table, now }: Services,
  workspaceId: string,
  records: readonly OutboxItem[],
): Promise<PlannedRecord[]> {
  const hasEvents = records.some(({ events }) => events.length > 0);
  const webhooks = hasEvents ? await readWebhooks(table, workspaceId, { consistent: true }) : [];

  return records.map((record) => ({
    record,
    deliveries: record.events.flatMap(({ id: eventId, type, subjectId, isRetracted }) =>
      webhooks
        .filter((webhook) => !isRetracted && isSubscribed(webhook, type))
        .map((webhook) => ({
          queue: isSlow(webhook, now()) ? ('slowlane' as const) : ('deliveries' as const),
          message: {
            ...{ workspaceId, webhookId: webhook.id, eventId, subjectId },
            ...{ attempt: 1, dueAt: now() },
          },
        })),
    ),
  }));
}

export async function sendDeliveries(queues: CallQueues, planned: readonly PlannedRecord[]): Promise<void> {
  const all = planned.flatMap(({ deliveries }) => deliveries);
  await Promise.all(
    (['deliveries', 'slowlane'] as const).map((name) =>
      queues[name].send(all.filter(({ queue }) => queue === name).map(({ message }) => ({ message }))),
    ),
  );
}

/** In groups with at most so many deliveries, or with one record. */
export function inBudgets(planned: readonly PlannedRecord[], budget: number): PlannedRecord[][] {
  const groups: PlannedRecord[][] = [];
  let remaining = 0;
  for (const each of planned) {
    const group = groups.at(-1);
    if (group && each.deliveries.length <= remaining && group.length < fanOutRecordsMax) group.push(each);
    else {
      groups.push([each]);
      remaining = budget;
    }
    remaining -= each.deliveries.length;
  }

  return groups;
}

/** Leaves records to invocations of their own. They stay in the outbox until they are published. */
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
