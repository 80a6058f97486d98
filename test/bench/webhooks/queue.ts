import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { chunksOf } from '#lib/values/chunks.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';

const batchSize = 10;
const batchesAtOnce = 8;

/** @param delaySeconds delay of the messages */
export async function enqueue(
  client: SQSClient,
  queueUrl: string,
  calls: readonly DeliveryMessage[],
  delaySeconds: number,
): Promise<void> {
  const batches = chunksOf(calls, batchSize).values();
  const lane = async () => {
    for (const batch of batches) {
      const Entries = batch.map((call, position) => ({
        Id: String(position),
        MessageBody: JSON.stringify(call),
        DelaySeconds: delaySeconds,
        MessageGroupId: call.webhookId,
      }));
      await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    }
  };
  await Promise.all(Array.from({ length: batchesAtOnce }, lane));
}
