import * as z from 'zod/mini';
import { type Resource, resourcesOf } from './resources.ts';

/** An event source mapping of the template that is enabled. */
export interface EventSourceModel {
  readonly id: string;
  /** ARN of a queue or of a table's stream. */
  readonly sourceArn: string;
  readonly functionName: string;
  readonly batchSize: number;
  /** Maximum time to wait until a batch is full. */
  readonly windowSeconds: number;
  readonly concurrency: number | undefined;
  readonly reportsItemFailures: boolean;
  /** Event patterns. A record passes if a pattern matches, or if the list is empty. */
  readonly patterns: readonly unknown[];
  readonly startingPosition: 'TRIM_HORIZON' | 'LATEST';
  readonly bisectsOnError: boolean;
  /** Infinite when the template sets no limit. */
  readonly retriesMax: number;
  readonly onFailureArn: string | undefined;
}

/** A schedule of the template that is enabled. */
export interface ScheduleModel {
  readonly name: string;
  readonly expression: string;
  readonly targetArn: string;
  readonly roleArn: string;
  readonly input: string | undefined;
}

const MappingProperties = z.object({
  Enabled: z._default(z.boolean(), true),
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.optional(z.coerce.number()),
  MaximumBatchingWindowInSeconds: z._default(z.coerce.number(), 0),
  ScalingConfig: z.optional(z.object({ MaximumConcurrency: z.optional(z.coerce.number()) })),
  FunctionResponseTypes: z._default(z.array(z.string()), []),
  FilterCriteria: z.optional(z.object({ Filters: z.array(z.object({ Pattern: z.string() })) })),
  StartingPosition: z._default(z.enum(['TRIM_HORIZON', 'LATEST']), 'TRIM_HORIZON'),
  BisectBatchOnFunctionError: z._default(z.boolean(), false),
  MaximumRetryAttempts: z._default(z.coerce.number(), -1),
  DestinationConfig: z.optional(z.object({ OnFailure: z.object({ Destination: z.string() }) })),
});

const ScheduleProperties = z.object({
  ScheduleExpression: z.string(),
  State: z._default(z.string(), 'ENABLED'),
  Target: z.object({ Arn: z.string(), RoleArn: z.string(), Input: z.optional(z.string()) }),
});

export function readEventSources(resources: readonly Resource[]): EventSourceModel[] {
  return resourcesOf(resources, 'AWS::Lambda::EventSourceMapping').flatMap((resource) => {
    const properties = z.parse(MappingProperties, resource.properties());
    if (!properties.Enabled) return [];

    return {
      id: resource.name,
      sourceArn: properties.EventSourceArn,
      functionName: properties.FunctionName.replace(/^arn:.*:function:/, ''),
      batchSize: properties.BatchSize ?? (properties.EventSourceArn.includes(':sqs:') ? 10 : 100),
      windowSeconds: properties.MaximumBatchingWindowInSeconds,
      concurrency: properties.ScalingConfig?.MaximumConcurrency,
      reportsItemFailures: properties.FunctionResponseTypes.includes('ReportBatchItemFailures'),
      patterns: (properties.FilterCriteria?.Filters ?? []).map(({ Pattern }): unknown => JSON.parse(Pattern)),
      startingPosition: properties.StartingPosition,
      bisectsOnError: properties.BisectBatchOnFunctionError,
      retriesMax:
        properties.MaximumRetryAttempts < 0 ? Number.POSITIVE_INFINITY : properties.MaximumRetryAttempts,
      onFailureArn: properties.DestinationConfig?.OnFailure.Destination,
    };
  });
}

export function readSchedules(resources: readonly Resource[]): ScheduleModel[] {
  return resourcesOf(resources, 'AWS::Scheduler::Schedule').flatMap((resource) => {
    const { ScheduleExpression, State, Target } = z.parse(ScheduleProperties, resource.properties());
    if (State !== 'ENABLED') return [];

    return {
      name: resource.name,
      expression: ScheduleExpression,
      targetArn: Target.Arn,
      roleArn: Target.RoleArn,
      input: Target.Input,
    };
  });
}

export function readScheduleGroups(resources: readonly Resource[]): string[] {
  return resourcesOf(resources, 'AWS::Scheduler::ScheduleGroup').map(({ name }) => name);
}
