import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { endpoints, workers } from '#lib/operations.ts';
import { type QueueName, queueNames } from '#lib/queue/queues.ts';
import type { QueueWorker } from '#lib/runtime/worker.ts';
import type { ServiceResources } from './constructs/capabilities.ts';
import { LogMetrics } from './constructs/log-metrics.ts';
import { ManagedSchedules } from './constructs/managed-schedules.ts';
import { OperationFunction } from './constructs/operation-function.ts';
import { RestGateway, type Route } from './constructs/rest-gateway.ts';
import { refuseConnectionsInClear } from './constructs/tls-only-queues.ts';
import { WorkQueue } from './constructs/work-queue.ts';
import { WorkerFunction, workerTimeoutSeconds } from './constructs/worker-function.ts';
import type { StageSettings } from './stages.ts';

interface ServiceStackProps extends StackProps {
  readonly stageName: string;
  readonly settings: StageSettings;
  readonly table: Table;
  readonly secretsKey: IKey;
  /** By operation name; see `bundleFunctions`. */
  readonly codeFolders: ReadonlyMap<string, string>;
}

/** The gateway gives up after 29 s; a function that is stopped before that still gets its answer worded. */
const endpointTimeoutSeconds = 25;

/** Everything that can be made again: functions, queues, schedules, gateway. Derived from `lib/operations.ts` alone. */
export class ServiceStack extends Stack {
  private readonly alarmTopic: Topic;
  private readonly resources: ServiceResources;
  private readonly codeFolders: ReadonlyMap<string, string>;

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    super(scope, id, props);

    this.codeFolders = props.codeFolders;
    this.alarmTopic = new Topic(this, 'Alarms', { enforceSSL: true });

    const queues = this.createQueues();
    const schedules = new ManagedSchedules(this, 'CampaignSchedules', {
      target: queues.ticks,
      purpose: 'wakes campaigns',
    });
    const syncSchedules = new ManagedSchedules(this, 'InboxSchedules', {
      target: queues.syncs,
      purpose: 'asks for looks into inboxes',
    });
    const { table, secretsKey, settings } = props;
    const gateway = new RestGateway(this, 'Gateway', {
      name: this.stackName,
      stageName: props.stageName,
      contracts: endpoints.map(({ definition }) => definition),
    });
    const linksBaseUrl = settings.linksBaseUrl ?? gateway.baseUrl;
    this.resources = { table, secretsKey, queues, schedules, syncSchedules, settings, linksBaseUrl };

    gateway.addRoutes(this.createEndpoints());
    this.createWorkers();
    refuseConnectionsInClear(this);
    this.createOutputs(gateway);
  }

  private createQueues(): Record<QueueName, IQueue> {
    const create = (name: QueueName): IQueue => {
      const consumer = requireConsumer(name);

      return new WorkQueue(this, name, {
        name,
        consumerTimeoutSeconds: workerTimeoutSeconds(consumer),
        impact: consumer.impact,
        topic: this.alarmTopic,
      }).queue;
    };

    return {
      ticks: create('ticks'),
      jobs: create('jobs'),
      sends: create('sends'),
      deliveries: create('deliveries'),
      slowlane: create('slowlane'),
      releases: create('releases'),
      suppressions: create('suppressions'),
      syncs: create('syncs'),
    };
  }

  private createEndpoints(): Route[] {
    return endpoints.map(({ name, definition }) => {
      const operation = new OperationFunction(this, name, {
        operation: name,
        summary: definition.summary,
        needs: definition.needs,
        timeoutSeconds: endpointTimeoutSeconds,
        memoryMb: definition.memoryMb,
        codeFolder: this.requireCode(name),
        resources: this.resources,
      });

      new LogMetrics(operation, 'Metrics', {
        logGroup: operation.logGroup,
        metrics: definition.metrics ?? [],
        namespace: this.stackName,
        topic: this.alarmTopic,
      });

      return { contract: definition, function: operation.function };
    });
  }

  private createWorkers(): void {
    for (const worker of workers) {
      new WorkerFunction(this, worker.name, {
        worker,
        codeFolder: this.requireCode(worker.name),
        resources: this.resources,
        alarmTopic: this.alarmTopic,
      });
    }
  }

  private createOutputs(gateway: RestGateway): void {
    const { queues, schedules } = this.resources;

    new CfnOutput(this, 'BaseUrl', { value: gateway.baseUrl });
    new CfnOutput(this, 'ScheduleGroupName', { value: schedules.groupName });
    new CfnOutput(this, 'AlarmTopicArn', { value: this.alarmTopic.topicArn });

    for (const name of queueNames) {
      new CfnOutput(this, `${name}QueueUrl`, { value: queues[name].queueUrl });
    }
  }

  private requireCode(operation: string): string {
    const folder = this.codeFolders.get(operation);

    if (folder === undefined) {
      throw new Error(`Operation ${operation} was not bundled.`);
    }

    return folder;
  }
}

/** @throws unless exactly one worker consumes the queue: two would steal each other's messages. */
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
