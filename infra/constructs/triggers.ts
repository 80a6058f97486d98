import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { QueueWorker, ScheduledWorker, StreamWorker } from '#lib/runtime/worker.ts';
import { partitionKey } from '#lib/storage/schema.ts';
import { schedulerPrincipal } from './managed-schedules.ts';
import { DeadLetterQueue } from './work-queue.ts';

/** The event source of a worker, and the permissions that its role needs. */
export interface Trigger {
  readonly statements: readonly PolicyStatement[];
  /** Destination of records that keep failing, if the event source is not a queue. */
  readonly deadLetters?: IQueue;
  attachTo(target: LambdaFunction): void;
}

/**
 * Invokes a worker with batches of queue messages. It reports failures per message: only failed messages are retried.
 * @param concurrency maximum number of concurrent batches
 */
export function queueTrigger(definition: QueueWorker, queue: IQueue, concurrency: number): Trigger {
  return {
    statements: [
      new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
        resources: [queue.queueArn],
      }),
    ],
    attachTo: (target) => {
      new EventSourceMapping(target, 'Queue', {
        target,
        eventSourceArn: queue.queueArn,
        batchSize: definition.batchSize,
        reportBatchItemFailures: true,
        maxConcurrency: concurrency,
      });
    },
  };
}

/** A failing record would block its shard for a day. After these retries it goes to the dead-letter queue. */
const streamRetriesMax = 10;

/**
 * Invokes a worker with inserts that have the worker's prefix in the partition key. Records that do not match cost no invocation.
 */
export function streamTrigger(scope: Construct, definition: StreamWorker, table: ITable): Trigger {
  const deadLetters = new DeadLetterQueue(scope, 'DeadLetters');
  const streamArn = requireStream(table);
  Validations.of(scope).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason:
      'ListStreams, which an event source mapping needs, has no resource. It shows the ARNs of streams.',
  });
  Validations.of(deadLetters).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'The event source mapping sends failed batches to this dead-letter queue, which has no consumer.',
  });

  return {
    deadLetters: deadLetters.queue,
    statements: [
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [streamArn],
      }),
      // It has no resource: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
      new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queue.queueArn] }),
    ],
    attachTo: (target) => {
      new EventSourceMapping(target, 'Stream', {
        target,
        eventSourceArn: streamArn,
        batchSize: definition.batchSize,
        // Not LATEST, which would miss records that are written while the mapping is created.
        startingPosition: StartingPosition.TRIM_HORIZON,
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        retryAttempts: streamRetriesMax,
        onFailure: new SqsDlq(deadLetters.queue),
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual('INSERT'),
            dynamodb: { Keys: { [partitionKey]: { S: FilterRule.beginsWith(definition.pkPrefix) } } },
          }),
        ],
      });
    },
  };
}

function requireStream(table: ITable): string {
  if (table.tableStreamArn === undefined) {
    throw new Error('A stream worker needs a table with a stream.');
  }

  return table.tableStreamArn;
}

/**
 * Invokes a worker at a fixed rate. Each run includes what an earlier run missed, so a failed or late run is dropped and never
 * retried.
 */
export function scheduleTrigger(scope: Construct, definition: ScheduledWorker): Trigger {
  return {
    statements: [],
    attachTo: (target) => {
      target.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });

      const role = new Role(scope, 'ScheduleRole', {
        description: 'EventBridge Scheduler starts a worker with this role',
        assumedBy: schedulerPrincipal(scope, defaultGroupArn(scope)),
        inlinePolicies: {
          start: new PolicyDocument({
            statements: [
              new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] }),
            ],
          }),
        },
      });

      new CfnSchedule(scope, 'Schedule', {
        description: definition.summary,
        scheduleExpression: definition.expression,
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: target.functionArn,
          roleArn: role.roleArn,
          retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
        },
      });
    },
  };
}

/**
 * The group of the stack's own schedules. It is not the group of the campaigns, so that the permission to manage schedules of
 * campaigns does not include the sweeper's.
 */
function defaultGroupArn(scope: Construct): string {
  return Stack.of(scope).formatArn({
    service: 'scheduler',
    resource: 'schedule-group',
    resourceName: 'default',
  });
}
