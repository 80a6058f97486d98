import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import { reactions } from '#lib/events/reactions.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { QueueName, WorkspaceMessage } from '#lib/values/queues.ts';

type MessageServices = Services & Readonly<Record<QueueName, Queue<WorkspaceMessage>>>;

/**
 * Sends the queue messages of committed transactions and of the reactions to them. Duplicates have no effect, and a lost message
 * only delays work: the worklist still has it.
 */
export async function sendMessages(
  services: MessageServices,
  workspaceId: string,
  records: readonly OutboxItem[],
): Promise<void> {
  const reacted = await Promise.all(reactions.map((react) => react(services, workspaceId, records)));
  const messages = [...records.flatMap((record) => record.messages ?? []), ...reacted.flat()];
  const byQueue = Map.groupBy(messages, ({ queue }) => queue);

  await Promise.all(
    [...byQueue].map(([queue, group]) =>
      services[queue].send(mergeMessages(group.map(({ message }) => ({ ...message, workspaceId })))),
    ),
  );
}

/** One message for the messages that differ only in flags, with all their flags. */
function mergeMessages(messages: readonly WorkspaceMessage[]): { readonly message: WorkspaceMessage }[] {
  const merged = new Map<string, WorkspaceMessage>();
  for (const message of messages) {
    const key = JSON.stringify(message, (_, value) => (value === true ? undefined : value));
    merged.set(key, { ...merged.get(key), ...message });
  }

  return [...merged.values()].map((message) => ({ message }));
}
