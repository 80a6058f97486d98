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
 * Creates a table, queues and a schedule group for this test file only, so that the stack's workers do not process its
 * messages. They are in the engines of the stack; the table has the deployed definition.
 * @param environment variables that differ from the stack's
 */
export async function useOwnResources(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const stack = useStack();
  const name = `own-${randomUUID()}`;
  await createTableLike(stack.tableName, name);
  const urls = await Promise.all(queueNames.map((queue) => createQueue(queue, name)));
  await createGroup(name);

  // From now on, `useStack` returns these resources in this file.
  Object.assign(stack.environment, Object.fromEntries(urls), {
    TABLE_NAME: name,
    SCHEDULE_GROUP_NAME: name,
    // On a busy machine, a prompt endpoint must not count as slow.
    SLOW_AFTER_MS: '60000',
    ...environment,
  });
  Object.assign(stack, { tableName: name });
  useStack();
}

/** The kinds of messages of a queue that tests take separately. */
type Takeable = QueueName | 'releases';

/** Releases share the queue of deliveries, and a test that takes one kind leaves the other. */
const left: Record<'deliveries' | 'releases', unknown[]> = { deliveries: [], releases: [] };

/** Takes the messages that are visible now: of the queue `deliveries`, either deliveries or releases. */
export async function takeMessages(kind: Takeable): Promise<unknown[]> {
  if (kind !== 'deliveries' && kind !== 'releases') return receiveAll(kind);
  for (const message of await receiveAll('deliveries')) {
    left['eventId' in Object(message) ? 'deliveries' : 'releases'].push(message);
  }

  return left[kind].splice(0);
}

/**
 * Receives and deletes the messages that are visible now. A standard queue may deliver in any order, so they are sorted by their
 * bodies: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/standard-queues.html
 */
async function receiveAll(queue: QueueName): Promise<unknown[]> {
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

/** The number of visible messages and of delayed messages. */
export async function countMessages(queue: QueueName): Promise<{ ready: number; delayed: number }> {
  const { Attributes } = await new SQSClient({}).send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl(queue), AttributeNames: ['All'] }),
  );

  return {
    ready: Number(Attributes?.['ApproximateNumberOfMessages']),
    delayed: Number(Attributes?.['ApproximateNumberOfMessagesDelayed']),
  };
}

/**
 * Time of a campaign's next scheduled dispatch, in epoch milliseconds; undefined if no dispatch is scheduled.
 */
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
