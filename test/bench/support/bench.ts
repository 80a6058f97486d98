import { CreateScheduleGroupCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { inject } from 'vitest';
import { dynamoClient, type Services, services } from '#lib/runtime/services.ts';
import { queueNames } from '#lib/values/queues.ts';
import type { ReadyReport } from '../../../infra/local/ready-report.ts';
import { createTableLike } from '../../support/table-like.ts';
import { watchTable, watchWire } from './service-calls.ts';

export interface Bench extends Services {
  readonly stack: ReadyReport;
}

/**
 * The running stack's engines with a separate table, queues and schedules. The stack's workers do not process
 * them, so that every step is executed and measured by its scenario.
 */
export async function openBench(): Promise<Bench> {
  const stack = inject('stack');
  Object.assign(process.env, stack.environment);
  const name = `bench-${process.pid}-${Date.now()}`;
  await createTableLike(stack.tableName, name);
  process.env['TABLE_NAME'] = name;
  await createQueues(name);
  await createScheduleGroup(name);
  watchTable(dynamoClient());
  watchWire(stack.endpoints);

  return { ...services(), stack };
}

async function createQueues(name: string): Promise<void> {
  const client = new SQSClient({});
  for (const queue of queueNames) {
    const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: `${name}-${queue}` }));
    process.env[`${queue.toUpperCase()}_QUEUE_URL`] = QueueUrl;
  }
}

/** Its schedules send to a separate queue without a consumer. */
async function createScheduleGroup(name: string): Promise<void> {
  await new SchedulerClient({}).send(new CreateScheduleGroupCommand({ Name: name }));
  process.env['SCHEDULE_GROUP_NAME'] = name;
  process.env['SCHEDULE_TARGET_ARN'] = process.env['SCHEDULE_TARGET_ARN']?.replace(/[^:]+$/, `${name}-ticks`);
}
