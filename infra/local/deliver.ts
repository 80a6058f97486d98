import { randomUUID } from 'node:crypto';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ScheduleTarget } from './engines/scheduler/schedule-runner.ts';
import type { InvocationResult } from './lambda/protocol.ts';

export interface DeliveryOptions {
  readonly sqs: SQSClient;
  readonly queueUrls: ReadonlyMap<string, string>;
  readonly invoke: (functionArn: string, event: unknown) => Promise<InvocationResult>;
  /** Told of targets that the template no longer has: nobody would ever take their messages. */
  readonly onUnknownTarget: (arn: string) => void;
}

/**
 * What EventBridge Scheduler does when a schedule fires. A function that fails is not called again before the
 * schedule's next time; a target that cannot be reached rejects.
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

/** What a target without an input of its own gets. */
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
