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
  /** See `bundleFunctions`. */
  readonly functionsFolder: string;
  readonly resources: WorkerResources;
  readonly alarmTopic: ITopic;
  readonly metricNamespace: string;
}

const timeoutSecondsDefault = 30;

/** Maximum age of a stream record when its consumer receives it. */
const iteratorAgeMsMax = 60_000;

/** Timeout of one invocation of this worker, in seconds. */
export function workerTimeoutSeconds(worker: Worker): number {
  return worker.timeoutSeconds ?? timeoutSecondsDefault;
}

/** A function that is invoked by a queue, a stream or a schedule, with its trigger and alarms for a stopped trigger. */
export class WorkerFunction extends Construct {
  readonly function: IFunction;
  /** The dead-letter queue of a stream consumer. A queue has its own. */
  readonly deadLetters: IQueue | undefined;

  constructor(scope: Construct, id: string, props: WorkerFunctionProps) {
    super(scope, id);

    const { worker, functionsFolder, resources, alarmTopic } = props;
    const { definition, name } = worker;
    const trigger = this.createTrigger(worker, resources);
    const operation = new OperationFunction(this, 'Operation', {
      operation: name,
      summary: definition.summary,
      grants: grantWorker(definition.needs, resources),
      timeoutSeconds: workerTimeoutSeconds(definition),
      memoryMb: definition.memoryMb,
      functionsFolder,
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

  /** The alarm is necessary because a schedule that is disabled, or may not invoke its function, causes no error. */
  private watchSchedule(
    { definition }: Operation<Worker>,
    operation: OperationFunction,
    topic: ITopic,
  ): void {
    if (definition.trigger !== 'schedule') return;

    new ImpactAlarm(this, 'Stopped', {
      metric: operation.function.metricInvocations({ period: alarmPeriod, statistic: 'Sum' }),
      threshold: 1,
      raisedBelow: true,
      breaches: 3,
      periods: 3,
      impact: definition.impact,
      runbookHeading: 'A scheduled function does not run',
      topic,
    });
  }

  /** The alarm is necessary because a function that is never invoked reports no errors, and records expire after a day. */
  private watchStream(
    { definition, name }: Operation<Worker>,
    operation: OperationFunction,
    topic: ITopic,
  ): void {
    if (definition.trigger !== 'stream') return;

    new ImpactAlarm(this, 'Behind', {
      metric: operation.function.metric('IteratorAge', { period: alarmPeriod, statistic: 'Maximum' }),
      threshold: iteratorAgeMsMax,
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
        return streamTrigger(this, definition, resources.table);
      case 'schedule':
        return scheduleTrigger(this, definition);
    }
  }
}

/**
 * Whether the worker can send messages to its own queue, directly or through other workers. Lambda stops such loops unless the
 * function allows them.
 */
function isInCycle(definition: Worker): boolean {
  if (definition.trigger !== 'queue') return false;
  const reachableQueues = new Set(queuesSentTo(definition));
  // A `for…of` loop over a set also visits elements that are added during the loop.
  for (const queue of reachableQueues) {
    for (const next of consumersOf(queue).flatMap(queuesSentTo)) reachableQueues.add(next);
  }

  return reachableQueues.has(definition.queue);
}

function queuesSentTo({ needs }: Worker): QueueName[] {
  return queueNames.filter((queue) => needs.includes(`${queue}:send`));
}

function consumersOf(queue: QueueName): Worker[] {
  return workers
    .map(({ definition }) => definition)
    .filter((worker) => worker.trigger === 'queue' && worker.queue === queue);
}
