import * as z from 'zod/mini';
import type { Rule } from './resource-graph.ts';

const Mapping = z.object({
  FunctionName: z.unknown(),
  EventSourceArn: z.unknown(),
  FunctionResponseTypes: z.optional(z.array(z.string())),
});
const Redrive = z.object({ deadLetterTargetArn: z.unknown() });

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
export const consumersRetryAndKeepFailures: Rule = (graph) =>
  graph.ofType('AWS::Lambda::EventSourceMapping').flatMap(({ id, properties }) => {
    const { FunctionName, EventSourceArn, FunctionResponseTypes } = z.parse(Mapping, properties);
    const queue = graph.target(EventSourceArn);
    const timeout = Number(graph.target(FunctionName)?.properties['Timeout']);
    const isPartial = FunctionResponseTypes?.includes('ReportBatchItemFailures') === true;
    const partial = isPartial ? [] : [`${id} retries whole batches`];
    if (queue?.type !== 'AWS::SQS::Queue') return partial;
    const redrive = Redrive.safeParse(queue.properties['RedrivePolicy']).data;
    const hasDeadLetters = graph.target(redrive?.deadLetterTargetArn)?.type === 'AWS::SQS::Queue';
    // Of a long invocation, a crash would be repeated only after an hour.
    const isHidden = Number(queue.properties['VisibilityTimeout']) >= Math.min(6 * timeout, timeout + 300);

    return [
      ...partial,
      ...(hasDeadLetters ? [] : [`${queue.id} has no dead-letter queue`]),
      ...(isHidden ? [] : [`${queue.id} has a visibility timeout that is short for its consumer’s timeout`]),
    ];
  });

const Throttled = z.object({
  ScalingConfig: z.optional(z.object({ MaximumConcurrency: z.int() })),
  FunctionName: z.unknown(),
  EventSourceArn: z.unknown(),
});
const Receives = z.object({ maxReceiveCount: z.int() });

/**
 * A message that is received while its consumer is throttled counts as a failed receive, and may become a
 * dead letter. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
export const consumersAreNotThrottled: Rule = (graph) =>
  graph.ofType('AWS::Lambda::EventSourceMapping').flatMap(({ id, properties }) => {
    const { ScalingConfig, FunctionName, EventSourceArn } = z.parse(Throttled, properties);
    const queue = graph.target(EventSourceArn);
    if (queue?.type !== 'AWS::SQS::Queue') return [];
    const reserved = graph.target(FunctionName)?.properties['ReservedConcurrentExecutions'];
    const maximum = ScalingConfig?.MaximumConcurrency ?? Number.POSITIVE_INFINITY;
    const receives = Receives.safeParse(queue.properties['RedrivePolicy']).data?.maxReceiveCount ?? 0;

    return [
      ...(maximum < Number.POSITIVE_INFINITY ? [] : [`${id} has no maximum concurrency`]),
      ...(maximum <= Number(reserved ?? maximum)
        ? []
        : [`${id} has a maximum concurrency above its function’s`]),
      ...(receives >= 5
        ? []
        : [`${queue.id} moves a message to the dead letters after ${receives} receives`]),
    ];
  });
