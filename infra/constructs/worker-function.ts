import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type Operation, workers } from '#lib/operations.ts';
import type { Worker } from '#lib/runtime/worker.ts';
import { type QueueName, queueNames } from '#lib/values/queues.ts';
import { concurrencyMin } from '../reserved-concurrency.ts';
import { grantWorker, type WorkerResources } from './capabilities.ts';
import { alarmPeriod, ImpactAlarm } from './impact-alarm.ts';
import { LogMetrics } from './log-metrics.ts';
import { OperationFunction } from './operation-function.ts';
import { queueTrigger, scheduleTrigger, streamTrigger, type Trigger } from './triggers.ts';

interface WorkerFunctionProps {
  readonly worker: Operation<Worker>;
  readonly codeFolders: ReadonlyMap<string, string>;
  readonly resources: WorkerResources;
  readonly alarmTopic: ITopic;
  readonly metricNamespace: string;
}

const timeoutSecondsDefault = 30;

/** How old a record of the stream may be when its consumer gets it. */
const behindMs = 60_000;

/** How long one invocation of this worker may take, in seconds. */
export function workerTimeoutSeconds(worker: Worker): number {
  return worker.timeoutSeconds ?? timeoutSecondsDefault;
}

/** A function that no caller invokes, with what invokes it, and alarms for when that stops. */
export class WorkerFunction extends Construct {
  readonly function: IFunction;
  /** Of a reader of the stream; those of queues belong to these. */
  readonly deadLetters: IQueue | undefined;

  constructor(scope: Construct, id: string, props: WorkerFunctionProps) {
    super(scope, id);

    const { worker, codeFolders, resources, alarmTopic } = props;
    const { definition, name } = worker;
    const trigger = this.createTrigger(worker, resources);
    const operation = new OperationFunction(this, 'Operation', {
      operation: name,
      summary: definition.summary,
      grants: grantWorker(definition.needs, resources),
      timeoutSeconds: workerTimeoutSeconds(definition),
      memoryMb: definition.memoryMb,
      codeFolders,
      settings: resources.settings,
      triggerStatements: trigger.statements,
      isRecursive: isInCycle(definition),
    });

    this.function = operation.function;
    this.deadLetters = trigger.deadLetters;
    trigger.attachTo(operation.function);

    new LogMetrics(this, 'Metrics', {
      logGroup: operation.logGroup,
      metrics: definition.metrics ?? [],
      namespace: props.metricNamespace,
    });

    this.watchSchedule(worker, operation, alarmTopic);
    this.watchStream(worker, operation, alarmTopic);
  }

  /** A schedule that was disabled or may not invoke its function leaves no error anywhere. */
  private watchSchedule(
    { definition }: Operation<Worker>,
    operation: OperationFunction,
    topic: ITopic,
  ): void {
    if (definition.trigger !== 'schedule') return;

    new ImpactAlarm(this, 'Stopped', {
      metric: operation.function.metricInvocations({ period: alarmPeriod, statistic: 'Sum' }),
      threshold: 1,
      ringsBelow: true,
      breaches: 3,
      periods: 3,
      impact: definition.impact,
      runbookHeading: 'A scheduled function does not run',
      topic,
    });
  }

  /** Records wait in the stream for a day, and a function that is never invoked leaves no error anywhere. */
  private watchStream(
    { definition, name }: Operation<Worker>,
    operation: OperationFunction,
    topic: ITopic,
  ): void {
    if (definition.trigger !== 'stream') return;

    new ImpactAlarm(this, 'Behind', {
      metric: operation.function.metric('IteratorAge', { period: alarmPeriod, statistic: 'Maximum' }),
      threshold: behindMs,
      breaches: 2,
      periods: 3,
      impact: definition.impact,
      runbookHeading: `${name} is behind`,
      topic,
    });
  }

  private createTrigger({ definition, name }: Operation<Worker>, resources: WorkerResources): Trigger {
    switch (definition.trigger) {
      case 'queue':
        return queueTrigger(
          definition,
          resources.queues[definition.queue],
          resources.settings.capacity.queueConcurrency[name] ?? concurrencyMin,
        );
      case 'stream':
        return streamTrigger(this, { definition, table: resources.table });
      case 'schedule':
        return scheduleTrigger(this, definition);
    }
  }
}

/** Lambda ends chains of functions that come back to where they began, unless they are meant to: retries do, through queues. */
function isInCycle(definition: Worker): boolean {
  if (definition.trigger !== 'queue') return false;
  const reached = new Set(queuesSentTo(definition));
  // A set that grows while it is walked is walked to its end.
  for (const queue of reached) {
    for (const next of consumersOf(queue).flatMap(queuesSentTo)) reached.add(next);
  }

  return reached.has(definition.queue);
}

function queuesSentTo({ needs }: Worker): QueueName[] {
  return queueNames.filter((queue) => needs.includes(`${queue}:send`));
}

function consumersOf(queue: QueueName): Worker[] {
  return workers
    .map(({ definition }) => definition)
    .filter((worker) => worker.trigger === 'queue' && worker.queue === queue);
}
