import * as z from 'zod/mini';
import { type Resource, resourcesOf } from './resources.ts';

export interface QueueModel {
  readonly name: string;
  readonly arn: string;
  readonly delaySeconds: number;
  readonly visibilitySeconds: number;
  readonly retentionSeconds: number;
  readonly redrive: { readonly deadLetterTargetArn: string; readonly maxReceiveCount: number } | undefined;
}

const QueueProperties = z.object({
  DelaySeconds: z._default(z.coerce.number(), 0),
  VisibilityTimeout: z._default(z.coerce.number(), 30),
  MessageRetentionPeriod: z._default(z.coerce.number(), 345_600),
  RedrivePolicy: z.optional(
    z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }),
  ),
});

/** Dead-letter queues come first, so that queues that refer to them can be created in this order. */
export function readQueues(resources: readonly Resource[]): QueueModel[] {
  return resourcesOf(resources, 'AWS::SQS::Queue')
    .map((resource) => {
      const properties = z.parse(QueueProperties, resource.properties());

      return {
        name: resource.name,
        arn: resource.arn,
        delaySeconds: properties.DelaySeconds,
        visibilitySeconds: properties.VisibilityTimeout,
        retentionSeconds: properties.MessageRetentionPeriod,
        redrive: properties.RedrivePolicy,
      };
    })
    .toSorted((a, b) => Number(a.redrive !== undefined) - Number(b.redrive !== undefined));
}
