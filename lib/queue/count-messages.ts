import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { clientSettings, withoutSdkLog } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { once } from '#lib/runtime/services.ts';

const client = once(() => withoutSdkLog(new SQSClient(clientSettings)));

/** The number of messages that workers may receive now. Approximate. */
export async function countMessages(QueueUrl: string | undefined): Promise<number> {
  const command = new GetQueueAttributesCommand({
    QueueUrl,
    AttributeNames: ['ApproximateNumberOfMessages'],
  });
  const { Attributes } = await client().send(command);

  return Number(Attributes?.ApproximateNumberOfMessages);
}

/** Counts the emails that wait for a worker. Approximate. */
export interface WaitingSends {
  count(): Promise<number>;
}

export function sqsWaitingSends(): WaitingSends {
  return { count: () => countMessages(readConfig('sends:count').SENDS_QUEUE_URL) };
}
