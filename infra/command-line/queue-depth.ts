import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** Numbers of messages: waiting, delayed, and received but not deleted. */
export interface QueueDepth {
  readonly ready: number;
  readonly delayed: number;
  readonly inFlight: number;
}

export async function readQueueDepth(client: SQSClient, queueUrl: string): Promise<QueueDepth> {
  const { Attributes: attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] }),
  );

  return {
    ready: Number(attributes?.ApproximateNumberOfMessages),
    delayed: Number(attributes?.ApproximateNumberOfMessagesDelayed),
    inFlight: Number(attributes?.ApproximateNumberOfMessagesNotVisible),
  };
}
