import { GetQueueAttributesCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { withoutSdkLog } from '#lib/runtime/aws-client.ts';
import { queueVariable } from '#lib/runtime/capabilities.ts';
import { once } from '#lib/runtime/services.ts';
import { type QueueName, queueNames } from '#lib/values/queues.ts';
import { type QueueDepth, readQueueDepth } from '../command-line/queue-depth.ts';
import { UserError } from '../command-line/user-error.ts';

export const sqs = once(() => withoutSdkLog(new SQSClient({})));

/** The dead-letter queue of the table's stream. It has stream positions that `events.publish` could not process, not messages. */
export const streamDeadLetters = {
  operation: 'events.publish',
  variable: 'ACTIVITY_PUBLISH_DEAD_LETTERS_URL',
};

export interface DeadLetters {
  readonly url: string;
  readonly arn: string;
}

const RedrivePolicy = z.object({ deadLetterTargetArn: z.string() });

/** @throws UserError if the environment variable of the queue is not set */
export function queueUrl(name: QueueName): string {
  const variable = queueVariable(name);
  const url = process.env[variable];
  if (url === undefined) throw new UserError(`${variable} is not set`);

  return url;
}

/** The dead-letter queue in the redrive policy of the queue. */
export async function findDeadLetters(name: QueueName): Promise<DeadLetters> {
  const { Attributes: attributes } = await sqs().send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl(name), AttributeNames: ['RedrivePolicy'] }),
  );
  const { deadLetterTargetArn: arn } = RedrivePolicy.parse(JSON.parse(attributes?.RedrivePolicy ?? '{}'));
  const { QueueUrl: url = '' } = await sqs().send(
    new GetQueueUrlCommand({ QueueName: arn.split(':').at(-1) }),
  );

  return { url, arn };
}

/** All queues with the numbers of messages and dead letters. */
export function listQueues() {
  return Promise.all(
    queueNames.map(async (queue) => {
      const { url } = await findDeadLetters(queue);
      const [depth, deadLetterDepth] = await Promise.all([
        readQueueDepth(sqs(), queueUrl(queue)),
        readQueueDepth(sqs(), url),
      ]);

      return { queue, ...depth, deadLetters: messageCount(deadLetterDepth) };
    }),
  );
}

export function messageCount({ ready, delayed, inFlight }: QueueDepth): number {
  return ready + delayed + inFlight;
}
