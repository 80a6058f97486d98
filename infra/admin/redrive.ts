import { setTimeout as pause } from 'node:timers/promises';
import {
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { queueNames } from '#lib/values/queues.ts';
import { readQueueDepth } from '../command-line/queue-depth.ts';
import { UserError } from '../command-line/user-error.ts';
import { moveMessages } from './move-messages.ts';
import type { AdminOptions } from './options.ts';
import {
  type DeadLetters,
  findDeadLetters,
  listQueues,
  messageCount,
  queueUrl,
  sqs,
  streamDeadLetters,
} from './queues.ts';

/** Limit of SQS: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html */
const perSecondMax = 500;

const Input = z.object({
  queue: z.enum(queueNames),
  maxPerSecond: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(perSecondMax))),
});

/**
 * Moves the dead letters of a queue back to it and waits for the end; without a queue, lists all queues. SQS continues a move
 * if the command is interrupted, and a second command follows the same move.
 */
export async function redriveCommand(options: AdminOptions) {
  const { queue: requestedQueue } = options;
  if (requestedQueue === undefined) return listQueuesAndStreams();
  if (requestedQueue === streamDeadLetters.operation) throw new UserError(describeStreamDeadLetters());
  const { queue, maxPerSecond } = Input.parse({
    queue: requestedQueue,
    maxPerSecond: options['max-per-second'],
  });
  const deadLetters = await findDeadLetters(queue);
  const depth = await readQueueDepth(sqs(), deadLetters.url);
  if (options['dry-run'] === true) return { queue, dryRun: true, deadLetters: depth };

  const moved =
    (await moveByTask(deadLetters, maxPerSecond)) ??
    (await moveMessages(sqs(), {
      from: deadLetters.url,
      to: queueUrl(queue),
      count: messageCount(depth),
      maxPerSecond,
    }));

  return { queue, moved, left: messageCount(await readQueueDepth(sqs(), deadLetters.url)) };
}

async function listQueuesAndStreams() {
  const url = process.env[streamDeadLetters.variable];
  const queues = await listQueues();
  if (url === undefined) return { queues, streams: [] };
  const deadLetters = messageCount(await readQueueDepth(sqs(), url));

  return { queues, streams: [{ stream: streamDeadLetters.operation, deadLetters }] };
}

function describeStreamDeadLetters(): string {
  const url = process.env[streamDeadLetters.variable] ?? '<url>';

  return `Dead letters of ${streamDeadLetters.operation} are stream positions and cannot be redriven. The sweeper publishes their events.
Purge them afterwards: aws sqs purge-queue --queue-url ${url}`;
}

/**
 * Starts a message move task of SQS, or follows the running task, and waits for its end.
 * @returns the number of moved messages; `undefined` if the engine does not support message move tasks
 */
async function moveByTask({ arn }: DeadLetters, maxPerSecond: number | undefined) {
  try {
    if ((await latestTask(arn))?.Status !== 'RUNNING') {
      await sqs().send(
        new StartMessageMoveTaskCommand({ SourceArn: arn, MaxNumberOfMessagesPerSecond: maxPerSecond }),
      );
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidAction') return undefined;
    throw error;
  }

  for (;;) {
    const task = await latestTask(arn);
    if (task?.Status === 'FAILED')
      throw new UserError(`SQS failed to move the messages: ${task.FailureReason}`);
    if (task?.Status !== 'RUNNING' && task?.Status !== 'CANCELLING') {
      return task?.ApproximateNumberOfMessagesMoved ?? 0;
    }
    await pause(1000);
  }
}

async function latestTask(SourceArn: string): Promise<ListMessageMoveTasksResultEntry | undefined> {
  const { Results = [] } = await sqs().send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));

  return Results[0];
}
