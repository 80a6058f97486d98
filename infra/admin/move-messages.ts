import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

interface MessageMove {
  /** Queue URLs. */
  readonly from: string;
  readonly to: string;
  /** Maximum number of messages to move, so that messages that fail again do not cause an endless loop. */
  readonly count: number;
  readonly maxPerSecond: number | undefined;
}

const batchSizeMax = 10;

/**
 * Moves messages from one queue to another. Each message is sent before it is deleted, so an interruption can duplicate
 * messages, which workers tolerate, but never loses one. Messages that were received but not deleted then become visible again
 * after the queue's visibility timeout.
 * @returns the number of moved messages
 */
export async function moveMessages(client: SQSClient, move: MessageMove): Promise<number> {
  const { from, count, maxPerSecond } = move;
  const startedAt = performance.now();
  let moved = 0;
  while (moved < count) {
    const { Messages: messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: from,
        MaxNumberOfMessages: Math.min(batchSizeMax, count - moved, maxPerSecond ?? batchSizeMax),
        WaitTimeSeconds: 1,
        MessageAttributeNames: ['All'],
      }),
    );
    if (messages.length === 0) break;
    await Promise.all(messages.map((message) => moveMessage(client, move, message)));
    moved += messages.length;
    if (maxPerSecond !== undefined) {
      await pause(Math.max(0, startedAt + (moved / maxPerSecond) * 1000 - performance.now()));
    }
  }

  return moved;
}

async function moveMessage(client: SQSClient, { from, to }: MessageMove, message: Message): Promise<void> {
  await client.send(
    new SendMessageCommand({
      QueueUrl: to,
      MessageBody: message.Body,
      MessageAttributes: message.MessageAttributes,
    }),
  );
  await client.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle: message.ReceiptHandle }));
}
