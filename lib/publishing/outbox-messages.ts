import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { QueueName, WorkspaceMessage } from '#lib/values/queues.ts';

type OutboxQueues = Readonly<Record<QueueName, Queue<WorkspaceMessage>>>;

/** An outbox record without its key. */
type MessageSource = Pick<OutboxItem, 'workspaceId' | 'events' | 'increments' | 'messages'>;

interface Addressed {
  readonly queue: QueueName;
  readonly message: WorkspaceMessage;
}

/**
 * Sends the queue messages of committed transactions. Duplicates have no effect, and a lost message only delays work: the
 * worklist still has it.
 */
export async function sendOutboxMessages(
  queues: OutboxQueues,
  records: readonly MessageSource[],
): Promise<void> {
  const messages = records.flatMap(messagesOf);
  const byQueue = Map.groupBy(messages, ({ queue }) => queue);

  await Promise.all([...byQueue].map(([queue, group]) => queues[queue].send(mergeMessages(group))));
}

function messagesOf(record: MessageSource): Addressed[] {
  const { workspaceId, messages = [] } = record;
  const stored = messages.flatMap((each) => ('queue' in each ? [each] : []));

  return [...stored, ...dispatchMessages(record)].map(({ queue, message }) => ({
    queue,
    message: { ...message, workspaceId },
  }));
}

/** One message for the messages that differ only in flags, with all their flags. */
function mergeMessages(messages: readonly Addressed[]): { readonly message: WorkspaceMessage }[] {
  const merged = new Map<string, WorkspaceMessage>();
  for (const { message } of messages) {
    const key = JSON.stringify(message, (_, value) => (value === true ? undefined : value));
    merged.set(key, { ...merged.get(key), ...message });
  }

  return [...merged.values()].map((message) => ({ message }));
}

/**
 * Messages to the dispatcher. It plans emails of a started campaign, deletes the schedule of a paused campaign and may pause a
 * campaign with bounces. It also runs after new enrolments.
 */
function dispatchMessages(record: MessageSource) {
  const kinds: readonly string[] = ['campaign.started', 'campaign.paused', 'email.bounced'];
  const dispatched = record.events.flatMap(({ type, campaignId }) =>
    kinds.includes(type) && campaignId !== undefined ? [{ campaignId }] : [],
  );

  return [...dispatched, ...campaignsWithEndings(record)].map((message) => ({
    queue: 'ticks' as const,
    message,
  }));
}

const endCounters: readonly string[] = [
  'replied',
  'bounced',
  'unsubscribed',
  'blocklisted',
  'failed',
  'stopped',
];

/**
 * Campaigns with sequences that ended, because this may complete the campaign. A sequence that ends with its last email
 * (`completed`) is omitted: the next dispatch is already planned. A sequence that completes by a skipped last step or by late
 * evidence is included. Its record has a queue message for the campaign.
 */
function campaignsWithEndings({ increments, messages = [] }: MessageSource) {
  const hasMessage = (id: string) =>
    messages.some((each) => 'queue' in each && each.message['campaignId'] === id);

  return increments
    .filter(({ subjectId }) => subjectId.startsWith('cmp_'))
    .filter(
      ({ subjectId, counter }) =>
        endCounters.includes(counter) || (counter === 'completed' && hasMessage(subjectId)),
    )
    .map(({ subjectId }) => ({ campaignId: subjectId, hasEnded: true }));
}
