import { Duration, Stack, Validations } from 'aws-cdk-lib';
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
import { schedulerPrincipal } from './scheduler-principal.ts';
import type { ServiceTable } from './service-table.ts';
import { DeadLetterQueue } from './work-queue.ts';

/** What invokes a worker, and what the worker's role must allow for it. */
export interface Trigger {
  readonly statements: readonly PolicyStatement[];
  /** Where what keeps failing ends, when that is not the business of a queue. */
  readonly deadLetters?: IQueue;
  attachTo(target: LambdaFunction): void;
}

/**
 * Failed messages of a batch come back alone; the others are done.
 * @param concurrency at most this many batches at once
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

interface StreamTriggerProps {
  readonly definition: StreamWorker;
  readonly table: ServiceTable;
}

/** A record that keeps failing would hold up its shard for a day; after these tries it goes to the dead letters. */
const streamRetriesMax = 10;

/** Inserts whose partition key begins with the worker's prefix. Filtered out records cost no invocation. */
export function streamTrigger(scope: Construct, props: StreamTriggerProps): Trigger {
  const { definition, table } = props;
  const deadLetters = new DeadLetterQueue(scope, 'DeadLetters');
  const streamArn = requireStream(table);
  Validations.of(deadLetters).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason:
      'It is where the event source mapping puts what failed; nothing consumes it, so nothing fails there.',
  });

  return {
    deadLetters: deadLetters.queue,
    statements: [
      new PolicyStatement({
        actions: [
          'dynamodb:DescribeStream',
          'dynamodb:GetRecords',
          'dynamodb:GetShardIterator',
          'dynamodb:ListStreams',
        ],
        resources: [streamArn],
      }),
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queue.queueArn] }),
    ],
    attachTo: (target) => {
      new EventSourceMapping(target, 'Stream', {
        target,
        eventSourceArn: streamArn,
        batchSize: definition.batchSize,
        // Not LATEST: records written while the mapping is being made would never be seen.
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

function requireStream(table: ServiceTable): string {
  if (table.tableStreamArn === undefined) {
    throw new Error('A stream worker needs a table with a stream.');
  }

  return table.tableStreamArn;
}

/** Each run finds what an earlier one missed, so a failed or late run is dropped, never repeated beside the next. */
export function scheduleTrigger(scope: Construct, definition: ScheduledWorker): Trigger {
  return {
    statements: [],
    attachTo: (target) => {
      target.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });

      const role = new Role(scope, 'ScheduleRole', {
        description: 'EventBridge Scheduler starts a worker by it',
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

/** Not the campaigns' group: what may manage a campaign's schedule must not be able to stop the sweeper. */
function defaultGroupArn(scope: Construct): string {
  return Stack.of(scope).formatArn({
    service: 'scheduler',
    resource: 'schedule-group',
    resourceName: 'default',
  });
}
