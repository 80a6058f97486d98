import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type Operation, workers } from '#lib/operations.ts';
import { messagesFailed } from '#lib/runtime/queue-worker.ts';
import type { Worker } from '#lib/runtime/worker.ts';
import { type QueueName, queueNames } from '#lib/values/queues.ts';
import { concurrencyMin } from '../reserved-concurrency.ts';
import type { AlarmTopics } from './alarm-topics.ts';
import { grantWorker, type WorkerResources } from './capabilities.ts';
import { alarmPeriod, ImpactAlarm, lasting } from './impact-alarm.ts';
import { LogMetrics } from './log-metrics.ts';
import { OperationFunction } from './operation-function.ts';
import { queueTrigger, scheduleTrigger, streamTrigger, type Trigger } from './triggers.ts';

interface WorkerFunctionProps {
  readonly worker: Operation<Worker>;
  /** See `bundleFunctions`. */
  readonly functionsFolder: string;
  readonly resources: WorkerResources;
  readonly alarmTopics: AlarmTopics;
  readonly metricNamespace: string;
}

const timeoutSecondsDefault = 30;

/** Maximum age of a stream record when its consumer receives it. */
const iteratorAgeMsMax = 60_000;

/** Failures per invocation. A batch of messages can have several. */
const failureShareMax = 0.05;

/** Timeout of one invocation of this worker, in seconds. */
export function workerTimeoutSeconds(worker: Worker): number {
  return worker.timeoutSeconds ?? timeoutSecondsDefault;
}

/** A function that is invoked by a queue, a stream or a schedule, with its trigger and alarms for failures and for a stopped trigger. */
export class WorkerFunction extends Construct {
  readonly function: IFunction;
  /** The dead-letter queue of a stream consumer. A queue has its own. */
  readonly deadLetters: IQueue | undefined;

  constructor(scope: Construct, id: string, props: WorkerFunctionProps) {
    super(scope, id);

    const { worker, functionsFolder, resources, alarmTopics: topics, metricNamespace: namespace } = props;
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
      namespace,
    });

    new ImpactAlarm(this, 'Fails', {
      ...lasting,
      metric: failureShareOf(worker, operation.function, namespace),
      threshold: failureShareMax,
      impact: definition.impact,
      runbookHeading: `${name} fails`,
      topics,
    });
    this.watchSchedule(worker, operation, topics);
    this.watchStream(worker, operation, topics);
  }

  /** The alarm is necessary because a schedule that is disabled, or may not invoke its function, causes no error. */
  private watchSchedule(
    { definition }: Operation<Worker>,
    operation: OperationFunction,
    topics: AlarmTopics,
  ): void {
    if (definition.trigger !== 'schedule') return;

    new ImpactAlarm(this, 'Stopped', {
      metric: new MathExpression({
        // Zero after the first run, and no data before it: a new stage raises no alarm. One of the last four periods has a run,
        // so that the zeros do not depend on how many earlier periods CloudWatch reads.
        expression: 'IF(FILL(runs, REPEAT) > 0, FILL(runs, 0))',
        usingMetrics: { runs: operation.function.metricInvocations({ statistic: 'Sum' }) },
        period: alarmPeriod,
        label: 'Runs',
      }),
      raisedBelow: true,
      breaches: 3,
      periods: 4,
      impact: definition.impact,
      runbookHeading: 'A scheduled function does not run',
      topics,
    });
  }

  /** The alarm is necessary because a function that is never invoked reports no errors, and records expire after a day. */
  private watchStream(
    { definition, name }: Operation<Worker>,
    operation: OperationFunction,
    topics: AlarmTopics,
  ): void {
    if (definition.trigger !== 'stream') return;

    new ImpactAlarm(this, 'Behind', {
      metric: operation.function.metric('IteratorAge', { period: alarmPeriod, statistic: 'Maximum' }),
      ...lasting,
      threshold: iteratorAgeMsMax,
      impact: definition.impact,
      runbookHeading: `${name} is behind`,
      topics,
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
 * Failures relative to invocations, because their number grows with the load. Lambda counts what threw, crashed or timed out. A
 * queue consumer returns failed messages to the queue and does not fail itself, so its log counts them.
 */
function failureShareOf({ name, definition }: Operation<Worker>, lambda: IFunction, namespace: string) {
  const errors = lambda.metricErrors({ statistic: 'Sum' });
  const invocations = lambda.metricInvocations({ statistic: 'Sum' });
  const messages = new Metric({
    namespace,
    metricName: messagesFailed.name,
    dimensionsMap: { operation: name },
    statistic: 'Sum',
  });

  return new MathExpression({
    ...(definition.trigger === 'queue'
      ? {
          expression: '(errors + FILL(messages, 0)) / invocations',
          usingMetrics: { errors, invocations, messages },
        }
      : { expression: 'errors / invocations', usingMetrics: { errors, invocations } }),
    period: alarmPeriod,
    label: 'Failures per invocation',
  });
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
