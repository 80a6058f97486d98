import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { delaySecondsMax, type QueueName } from '#lib/queue/queues.ts';
import { clientSettings, unlogged } from '#lib/runtime/aws-client.ts';
import { chunksOf } from '#lib/runtime/chunks.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { once } from '#lib/runtime/services.ts';

const batchSizeMax = 10;

const client = once(() => unlogged(new SQSClient(clientSettings)));

interface Outgoing<Message> {
  readonly message: Message;
  /** Whole seconds, at most 900. Default 0. */
  readonly delaySeconds?: number;
  /** Messages of one group do not hold up those of others: SQS fair queues. */
  readonly group?: string;
}

export interface Queue<Message> {
  /** @throws unless every message was taken. */
  send(messages: readonly Outgoing<Message>[]): Promise<void>;
}

/** The queue that a function may send to because its contract needs `<name>:send`. */
export function sqsQueue<Message>(name: QueueName): Queue<Message> {
  const url = once(() => queueUrl(name));

  return {
    async send(messages) {
      const [only] = messages;
      if (only && messages.length === 1) {
        await client().send(new SendMessageCommand({ QueueUrl: url(), ...entry(only) }));
        return;
      }
      await Promise.all(chunksOf(messages, batchSizeMax).map((batch) => sendBatch(url(), batch)));
    },
  };
}

async function sendBatch<Message>(QueueUrl: string, batch: readonly Outgoing<Message>[]): Promise<void> {
  const { Failed = [] } = await client().send(
    new SendMessageBatchCommand({
      QueueUrl,
      Entries: batch.map((each, position) => ({ Id: String(position), ...entry(each) })),
    }),
  );
  if (Failed.length > 0) throw new Error(`the queue refused ${Failed.length} of ${batch.length} messages`);
}

function queueUrl(name: QueueName): string {
  switch (name) {
    case 'ticks':
      return readConfig('ticks:send').TICKS_QUEUE_URL;
    case 'jobs':
      return readConfig('jobs:send').JOBS_QUEUE_URL;
    case 'sends':
      return readConfig('sends:send').SENDS_QUEUE_URL;
    case 'deliveries':
      return readConfig('deliveries:send').DELIVERIES_QUEUE_URL;
    case 'slowlane':
      return readConfig('slowlane:send').SLOWLANE_QUEUE_URL;
    case 'releases':
      return readConfig('releases:send').RELEASES_QUEUE_URL;
    case 'suppressions':
      return readConfig('suppressions:send').SUPPRESSIONS_QUEUE_URL;
    case 'syncs':
      return readConfig('syncs:send').SYNCS_QUEUE_URL;
    case 'imports':
      return readConfig('imports:send').IMPORTS_QUEUE_URL;
  }
}

function entry<Message>({ message, delaySeconds = 0, group }: Outgoing<Message>) {
  return {
    MessageBody: JSON.stringify(message),
    DelaySeconds: Math.min(delaySecondsMax, Math.max(0, Math.ceil(delaySeconds))),
    ...(group !== undefined && { MessageGroupId: group }),
  };
}
