import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { clientSettings, withoutSdkLog } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { once } from '#lib/runtime/services.ts';

const client = once(() => withoutSdkLog(new SQSClient(clientSettings)));

/** The dead-letter queues of the stage. */
export interface DeadLetters {
  /** The number of messages in each queue, by the name of the failed queue or stream consumer. */
  count(): Promise<ReadonlyMap<string, number>>;
}

export function sqsDeadLetters(): DeadLetters {
  return {
    async count() {
      // `<name>=<URL>`, separated by spaces.
      const entries = readConfig('dead-letters:count').DEAD_LETTER_QUEUE_URLS.split(' ');
      const counts = entries.map(async (entry) => {
        const [name = '', QueueUrl] = entry.split('=');
        const AttributeNames = ['ApproximateNumberOfMessages' as const];
        const { Attributes } = await client().send(
          new GetQueueAttributesCommand({ QueueUrl, AttributeNames }),
        );

        return [name, Number(Attributes?.ApproximateNumberOfMessages)] as const;
      });

      return new Map(await Promise.all(counts));
    },
  };
}
