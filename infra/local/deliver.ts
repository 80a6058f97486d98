import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ScheduleTarget } from './engines/scheduler/schedule-runner.ts';
import type { InvocationResult } from './lambda/protocol.ts';

export interface DeliveryOptions {
  readonly sqs: SQSClient;
  /** By queue name. */
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
  if (arn.includes(':lambda:')) {
    const result = await options.invoke(arn, JSON.parse(input));
    if (result.kind === 'refused') throw new Error(result.reason);

    return;
  }

  const queueUrl = options.queueUrls.get(arn.slice(arn.lastIndexOf(':') + 1));
  if (queueUrl === undefined) {
    options.onUnknownTarget(arn);

    return;
  }
  await options.sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: input }));
}
