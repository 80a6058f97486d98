import {
  CreateQueueCommand,
  GetQueueUrlCommand,
  QueueDoesNotExist,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { QueueModel } from '../template/queues.ts';

/** Creates missing queues and updates the attributes of the others. @returns the URLs by queue name. */
export async function ensureQueues(
  client: SQSClient,
  queues: readonly QueueModel[],
): Promise<ReadonlyMap<string, string>> {
  const urls = new Map<string, string>();

  for (const queue of queues) {
    const attributes = describeQueue(queue);
    const existing = await findQueue(client, queue.name);
    if (existing === undefined) {
      const { QueueUrl: url } = await client.send(
        new CreateQueueCommand({ QueueName: queue.name, Attributes: attributes }),
      );
      urls.set(queue.name, url ?? '');
    } else {
      await client.send(new SetQueueAttributesCommand({ QueueUrl: existing, Attributes: attributes }));
      urls.set(queue.name, existing);
    }
  }

  return urls;
}

async function findQueue(client: SQSClient, name: string): Promise<string | undefined> {
  try {
    return (await client.send(new GetQueueUrlCommand({ QueueName: name }))).QueueUrl;
  } catch (error) {
    if (error instanceof QueueDoesNotExist) return undefined;
    throw error;
  }
}

function describeQueue(queue: QueueModel): Record<string, string> {
  return {
    DelaySeconds: String(queue.delaySeconds),
    MessageRetentionPeriod: String(queue.retentionSeconds),
    VisibilityTimeout: String(queue.visibilitySeconds),
    ...(queue.redrive !== undefined && { RedrivePolicy: JSON.stringify(queue.redrive) }),
  };
}
