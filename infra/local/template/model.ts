import { type ApiModel, readApi } from './api.ts';
import type { Assembly } from './assembly.ts';
import {
  type EventSourceModel,
  readEventSources,
  readScheduleGroups,
  readSchedules,
  type ScheduleModel,
} from './event-sources.ts';
import { type FunctionModel, readFunctions } from './functions.ts';
import { type QueueModel, readQueues } from './queues.ts';
import { bucketType, type DeploymentTarget, readResources, resourcesOf } from './resources.ts';
import { readTables, type TableModel } from './tables.ts';

/** The synthesised template as a model for the local stack. */
export interface StackModel {
  readonly functions: readonly FunctionModel[];
  readonly api: ApiModel;
  readonly queues: readonly QueueModel[];
  readonly tables: readonly TableModel[];
  /** Names of the S3 buckets. */
  readonly buckets: readonly string[];
  readonly eventSources: readonly EventSourceModel[];
  readonly schedules: readonly ScheduleModel[];
  readonly scheduleGroups: readonly string[];
}

export function readModel(assembly: Assembly, deploymentTarget: DeploymentTarget): StackModel {
  const resources = readResources(assembly, deploymentTarget);

  return {
    functions: readFunctions(resources, assembly.assetPaths),
    api: readApi(resources),
    queues: readQueues(resources),
    tables: readTables(resources),
    buckets: resourcesOf(resources, bucketType).map(({ name }) => name),
    eventSources: readEventSources(resources),
    schedules: readSchedules(resources),
    scheduleGroups: readScheduleGroups(resources),
  };
}
