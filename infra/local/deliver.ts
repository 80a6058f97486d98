import { randomUUID } from 'node:crypto';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ScheduleTarget } from './engines/scheduler/schedule-runner.ts';
import type { InvocationResult } from './lambda/protocol.ts';

export interface DeliveryOptions {
  readonly sqs: SQSClient;
  readonly queueUrls: ReadonlyMap<string, string>;
  readonly invoke: (functionArn: string, event: unknown) => Promise<InvocationResult>;
  /** Called with a target that is not in the template: its messages would never be consumed. */
  readonly onUnknownTarget: (arn: string) => void;
}

/**
 * Delivers a schedule's invocation to its target, as EventBridge Scheduler does. A function that fails is not
 * retried before the schedule's next time. Rejects when the target cannot be reached.
 */
export async function deliverToTarget(
  { arn, input }: ScheduleTarget,
  options: DeliveryOptions,
): Promise<void> {
  const name = arn.slice(arn.lastIndexOf(':') + 1);

  if (arn.includes(':lambda:')) {
    const result = await options.invoke(arn, input === '' ? scheduledEvent() : JSON.parse(input));
    if (result.kind === 'error' && result.error.errorType === 'ServiceException') {
      throw new Error(result.error.errorMessage);
    }

    return;
  }

  const queueUrl = options.queueUrls.get(name);
  if (queueUrl === undefined) {
    options.onUnknownTarget(arn);

    return;
  }
  await options.sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: input }));
}

/** The event for a target without `Input`. */
function scheduledEvent(): Readonly<Record<string, unknown>> {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account: '000000000000',
    time: new Date().toISOString(),
    resources: [],
    detail: '{}',
  };
}
