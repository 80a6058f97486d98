import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { clientSettings, withoutSdkLog } from '#lib/runtime/aws-client.ts';
import { queueUrl } from '#lib/runtime/config.ts';
import { ServiceBusy } from '#lib/runtime/service-fault.ts';
import { once } from '#lib/runtime/services.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import {
  delaySecondsMax,
  type QueueMessage,
  type QueueName,
  type WorkspaceMessage,
} from '#lib/values/queues.ts';

const batchSizeMax = 10;
/** Concurrent requests of one `send`. A large send must leave connections for other messages. */
const requestsMax = 5;

const client = once(() => withoutSdkLog(new SQSClient(clientSettings)));

interface Outgoing<Message extends WorkspaceMessage> {
  readonly message: Message;
  /** Rounded up to whole seconds, and limited to the range from 0 to 900. Default 0. */
  readonly delaySeconds?: number;
}

export interface Queue<Message extends WorkspaceMessage> {
  /** @throws unless the queue accepted every message */
  send(messages: readonly Outgoing<Message>[]): Promise<void>;
}

/** All queues, by name. */
export type Queues = { readonly [Name in QueueName]: Queue<QueueMessage<Name>> };

/** The queue of a function with the need `<name>:send` in its contract. */
export function sqsQueue<Name extends QueueName>(name: Name): Queue<QueueMessage<Name>> {
  const url = once(() => queueUrl(name));

  return {
    async send(messages) {
      const [only] = messages;
      if (only && messages.length === 1) {
        await client().send(new SendMessageCommand({ QueueUrl: url(), ...entry(only) }));
        return;
      }
      for (const batches of chunksOf(chunksOf(messages, batchSizeMax), requestsMax)) {
        await Promise.all(batches.map((batch) => sendBatch(url(), batch)));
      }
    },
  };
}

async function sendBatch<Message extends WorkspaceMessage>(
  QueueUrl: string,
  batch: readonly Outgoing<Message>[],
): Promise<void> {
  const { Failed = [] } = await client().send(
    new SendMessageBatchCommand({
      QueueUrl,
      Entries: batch.map((each, position) => ({ Id: String(position), ...entry(each) })),
    }),
  );
  if (Failed.length > 0)
    throw new ServiceBusy(`the queue rejected ${Failed.length} of ${batch.length} messages`);
}

/**
 * The message group is the workspace. If a group uses more than a tenth of the consumers, SQS delivers the messages of quiet
 * groups first. Smaller groups would defeat this: 50 webhooks with a group each would use 2 % each.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */
function entry<Message extends WorkspaceMessage>({ message, delaySeconds = 0 }: Outgoing<Message>) {
  return {
    MessageBody: JSON.stringify(message),
    DelaySeconds: Math.min(delaySecondsMax, Math.max(0, Math.ceil(delaySeconds))),
    MessageGroupId: message.workspaceId,
  };
}
