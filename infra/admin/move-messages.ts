import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

interface Move {
  /** URLs. */
  readonly from: string;
  readonly to: string;
  /** How many are moved at most: what fails again meanwhile would come round for ever. */
  readonly count: number;
  readonly maxPerSecond: number | undefined;
}

const batchSizeMax = 10;

/**
 * Moves messages from one queue to another, each sent before it is deleted: whoever dies in between has doubled it, which
 * workers bear, and none is lost. What was in hand then can be received again after the queue's visibility time-out.
 * @returns how many were moved
 */
export async function moveMessages(client: SQSClient, move: Move): Promise<number> {
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

async function moveMessage(client: SQSClient, { from, to }: Move, message: Message): Promise<void> {
  await client.send(
    new SendMessageCommand({
      QueueUrl: to,
      MessageBody: message.Body,
      MessageAttributes: message.MessageAttributes,
    }),
  );
  await client.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle: message.ReceiptHandle }));
}
