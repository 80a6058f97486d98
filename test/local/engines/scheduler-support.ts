import { type CreateScheduleCommandInput, SchedulerClient } from '@aws-sdk/client-scheduler';
import { onTestFinished } from 'vitest';
import { startScheduler } from '../../../infra/local/engines/scheduler/scheduler.ts';
import { credentials, region, stopAfterTest, temporaryFolder } from './support.ts';

export const queueArn = 'arn:aws:sqs:eu-west-1:000000000000:ticks';

export function clientFor(endpoint: string): SchedulerClient {
  const client = new SchedulerClient({ endpoint, region, credentials });
  onTestFinished(() => client.destroy());

  return client;
}

export function targetWith(Input: string) {
  return { Arn: queueArn, RoleArn: 'arn:aws:iam::000000000000:role/scheduler', Input };
}

/** A schedule that fires once, in one minute, with changes to its fields. */
export function oneTimeSchedule(changes: Partial<CreateScheduleCommandInput> = {}) {
  return {
    Name: 'tick',
    ScheduleExpression: atSeconds(60),
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: targetWith('tick'),
    ...changes,
  } satisfies CreateScheduleCommandInput;
}

/** `at()` in this number of seconds; it has a resolution of whole seconds. */
export function atSeconds(seconds: number): string {
  return `at(${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)})`;
}

/** A scheduler that records its deliveries. `fail` makes the next deliveries fail. */
export async function startRecordingScheduler(databaseFile = `${temporaryFolder()}/scheduler.db`) {
  const delivered: { arn: string; input: string }[] = [];
  const failures: number[] = [];
  let toFail = 0;
  const scheduler = await stopAfterTest(
    startScheduler({
      databaseFile,
      async deliver(target) {
        if (toFail > 0) {
          toFail -= 1;
          throw new Error('the queue is unavailable');
        }
        delivered.push(target);
      },
      onFailure: (_, attempt) => failures.push(attempt),
    }),
  );

  return {
    scheduler,
    client: clientFor(scheduler.endpoint),
    delivered,
    failures,
    fail(count: number) {
      toFail = count;
    },
  };
}
