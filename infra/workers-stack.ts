import { CfnOutput, type CfnResource, Stack, type StackProps } from 'aws-cdk-lib';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { workers } from '#lib/operations.ts';
import type { QueueWorker, Worker } from '#lib/runtime/worker.ts';
import {
  queues as definitions,
  type QueueDefinition,
  type QueueName,
  queueNames,
} from '#lib/values/queues.ts';
import { recordOf } from '#lib/values/record-of.ts';
import type { AlarmTopics } from './constructs/alarm-topics.ts';
import type { EndpointResources, WorkerResources } from './constructs/capabilities.ts';
import { ServiceDashboard } from './constructs/dashboard.ts';
import { LogAlarms } from './constructs/log-metrics.ts';
import { ManagedSchedules } from './constructs/managed-schedules.ts';
import { WorkQueue } from './constructs/work-queue.ts';
import { WorkerFunction, workerTimeoutSeconds } from './constructs/worker-function.ts';
import { declaredMetrics } from './declared-metrics.ts';
import type { StageSettings } from './stages.ts';

interface WorkersStackProps extends StackProps, EndpointResources {
  readonly stageName: string;
  readonly apiName: string;
  /** See `bundleFunctions`. */
  readonly functionsFolder: string;
  readonly alarmTopics: AlarmTopics;
  /** CloudWatch namespace of the metrics that are extracted from logs. */
  readonly metricNamespace: string;
}

/** Impact of schedules that do not reach their queue. */
export const scheduleImpact = 'campaigns send up to a few minutes late';

/** The worker functions with their queues and schedules, derived from `lib/operations.ts`. */
export class WorkersStack extends Stack {
  private readonly alarmTopics: AlarmTopics;

  constructor(scope: Construct, id: string, { alarmTopics, functionsFolder, ...props }: WorkersStackProps) {
    super(scope, id, props);

    this.alarmTopics = alarmTopics;

    const { settings, metricNamespace } = props;
    const queues = this.createQueues(settings);
    const schedules = new ManagedSchedules(this, 'CampaignSchedules', {
      target: queues.ticks.queue,
      purpose: 'wakes campaigns',
      impact: scheduleImpact,
      topics: alarmTopics,
    });
    // The dead-letter queues of stream consumers are added after the workers are created. The grants read the map at synthesis.
    const deadLetters = new Map<string, IQueue>(queueNames.map((name) => [name, queues[name].deadLetters]));
    const resources: WorkerResources = {
      ...props,
      deadLetters,
      schedules,
      queues: recordOf(queueNames, (name) => queues[name].queue),
    };
    const functions = workers.map((worker) => {
      const shared = { functionsFolder, resources, alarmTopics, metricNamespace };
      return { ...worker, construct: new WorkerFunction(this, worker.name, { worker, ...shared }) };
    });

    this.updateConsumersFirst(functions);
    new LogAlarms(this, 'LogAlarms', {
      metrics: declaredMetrics(),
      namespace: metricNamespace,
      topics: alarmTopics,
    });
    if (settings.dashboard) {
      new ServiceDashboard(this, 'Overview', {
        name: metricNamespace,
        apiName: props.apiName,
        stageName: props.stageName,
        table: props.table,
        queues,
        workers: functions,
        metricNamespace,
      });
    }
    for (const { name, construct } of functions) {
      if (construct.deadLetters === undefined) continue;
      deadLetters.set(name, construct.deadLetters);
      new CfnOutput(this, `${name}DeadLettersUrl`, { value: construct.deadLetters.queueUrl });
    }
    this.createOutputs(queues, schedules);
  }

  /**
   * CloudFormation updates the consumers of queues before the publisher and the sweeper. So these never send a message of the new
   * version to a consumer of the old one.
   */
  private updateConsumersFirst(
    functions: readonly { readonly definition: Worker; readonly construct: WorkerFunction }[],
  ): void {
    const isConsumer = ({ definition }: { readonly definition: Worker }) => definition.trigger === 'queue';
    for (const { construct } of functions.filter((each) => !isConsumer(each))) {
      for (const consumer of functions.filter(isConsumer)) {
        resourceOf(construct).addResourceDependency(resourceOf(consumer.construct));
      }
    }
  }

  private createOutputs(queues: Record<QueueName, WorkQueue>, { groupName }: ManagedSchedules): void {
    new CfnOutput(this, 'ScheduleGroupName', { value: groupName });
    for (const name of queueNames) {
      new CfnOutput(this, `${name}QueueUrl`, { value: queues[name].queue.queueUrl });
    }
  }

  private createQueues({ capacity }: StageSettings): Record<QueueName, WorkQueue> {
    return recordOf(queueNames, (name) => {
      const consumer = requireConsumer(name);
      const definition: QueueDefinition = definitions[name];

      return new WorkQueue(this, name, {
        consumerTimeoutSeconds: workerTimeoutSeconds(consumer),
        receivesMax: capacity.receivesMax,
        retentionSeconds: definition.retentionSeconds,
        impact: consumer.impact,
        topics: this.alarmTopics,
      });
    });
  }
}

const resourceOf = (worker: WorkerFunction) => worker.function.node.defaultChild as CfnResource;

/**
 * @throws unless exactly one worker consumes the queue: with two, each would receive only a part of the
 * messages.
 */
function requireConsumer(queue: QueueName): QueueWorker {
  const [consumer, ...others] = workers
    .map(({ definition }) => definition)
    .filter((worker) => worker.trigger === 'queue')
    .filter((worker) => worker.queue === queue);

  if (consumer === undefined || others.length > 0) {
    throw new Error(`Queue ${queue} needs exactly one worker, found ${consumer ? others.length + 1 : 0}.`);
  }

  return consumer;
}
