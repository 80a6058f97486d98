import { randomUUID } from 'node:crypto';
import {
  CreateScheduleGroupCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { type QueueName, queueNames } from '#lib/values/queues.ts';
import { useStack } from '../../support/stack.ts';
import { createTableLike } from '../../support/table-like.ts';

/**
 * A table, queues and schedules that nothing but this test file reads: a worker under test has no rival, and a message
 * stays where it was put. They live in the stack's own engines, the table with the definition that is deployed.
 * @param environment variables that are to be others than the stack's
 */
export async function useOwnResources(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const stack = useStack();
  const name = `own-${randomUUID()}`;
  await createTableLike(stack.tableName, name);
  const urls = await Promise.all(queueNames.map((queue) => createQueue(queue, name)));
  const groups = { SCHEDULE_GROUP_NAME: name, SYNC_SCHEDULE_GROUP_NAME: `${name}-syncs` };
  await Promise.all(Object.values(groups).map(createGroup));

  // From here on, whoever asks for the stack in this file gets these.
  Object.assign(stack.environment, Object.fromEntries(urls), {
    TABLE_NAME: name,
    ...groups,
    // However busy this machine is, nobody is slow who is not meant to be.
    SLOW_AFTER_MS: '60000',
    ...environment,
  });
  Object.assign(stack, { tableName: name });
  useStack();
}

/**
 * Receives and deletes the messages that are visible now. A standard queue may deliver in any order, so they are sorted by their
 * bodies: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/standard-queues.html
 */
export async function takeMessages(queue: QueueName): Promise<unknown[]> {
  const client = new SQSClient({});
  const QueueUrl = queueUrl(queue);
  const taken: string[] = [];
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 }),
    );
    if (Messages.length === 0) return taken.toSorted().map((body) => JSON.parse(body));
    for (const { Body = '', ReceiptHandle } of Messages) {
      taken.push(Body);
      await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
}

/** How many messages wait, and how many wait for their delay to end. */
export async function countMessages(queue: QueueName): Promise<{ ready: number; delayed: number }> {
  const { Attributes } = await new SQSClient({}).send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl(queue), AttributeNames: ['All'] }),
  );

  return {
    ready: Number(Attributes?.['ApproximateNumberOfMessages']),
    delayed: Number(Attributes?.['ApproximateNumberOfMessagesDelayed']),
  };
}

/** When a campaign will be woken, epoch milliseconds; undefined when it will not. */
export async function wakeTimeOf(campaignId: string): Promise<number | undefined> {
  try {
    const { ScheduleExpression = '' } = await new SchedulerClient({}).send(
      new GetScheduleCommand({ GroupName: process.env['SCHEDULE_GROUP_NAME'], Name: campaignId }),
    );

    return Date.parse(`${/at\((.*)\)/.exec(ScheduleExpression)?.[1]}Z`);
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

function queueUrl(queue: QueueName): string | undefined {
  return process.env[`${queue.toUpperCase()}_QUEUE_URL`];
}

async function createGroup(Name: string): Promise<void> {
  await new SchedulerClient({}).send(new CreateScheduleGroupCommand({ Name }));
}

async function createQueue(queue: QueueName, name: string): Promise<[string, string]> {
  const { QueueUrl = '' } = await new SQSClient({}).send(
    new CreateQueueCommand({ QueueName: `${name}-${queue}`, Attributes: { VisibilityTimeout: '30' } }),
  );

  return [`${queue.toUpperCase()}_QUEUE_URL`, QueueUrl];
}
