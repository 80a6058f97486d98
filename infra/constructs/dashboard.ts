import { Aws, Duration } from 'aws-cdk-lib';
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  Metric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { Operation } from '#lib/operations.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import type { Worker } from '#lib/runtime/worker.ts';
import { tableIndexes } from '#lib/storage/schema.ts';
import { declaredMetrics } from '../declared-metrics.ts';
import { logMetric } from './log-metrics.ts';
import type { WorkQueue } from './work-queue.ts';
import type { WorkerFunction } from './worker-function.ts';

interface ServiceDashboardProps {
  readonly name: string;
  readonly apiName: string;
  readonly stageName: string;
  readonly table: ITable;
  /** Keys are the queue names that the runbook uses. */
  readonly queues: Readonly<Record<string, WorkQueue>>;
  readonly workers: readonly (Operation<Worker> & { readonly construct: WorkerFunction })[];
  readonly metricNamespace: string;
}

const period = Duration.minutes(5);
/** Half of a row, which has 24 columns. */
const width = 12;

/** Overview for the engineer on call: API requests, waiting messages, failures, throttled table requests. */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id);

    new Dashboard(this, 'Dashboard', {
      // Must be unique within an account, across all regions.
      dashboardName: `${props.name}-${Aws.REGION}`,
      defaultInterval: Duration.hours(3),
      widgets: [
        gatewayWidgets(props),
        queueWidgets(props),
        workerWidgets(props),
        tableWidgets(props),
        logWidgets(props),
      ],
    });
  }
}

function gatewayWidgets({ apiName, stageName }: ServiceDashboardProps): IWidget[] {
  const metric = (metricName: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      statistic,
      period,
      dimensionsMap: { ApiName: apiName, Stage: stageName },
    });

  return [
    graph('Requests and errors', [
      metric('Count', Stats.SUM),
      metric('4XXError', Stats.SUM),
      metric('5XXError', Stats.SUM),
    ]),
    graph('Latency, ms', [
      metric('Latency', Stats.p(50)),
      metric('Latency', Stats.p(99)),
      metric('IntegrationLatency', Stats.p(99)),
    ]),
  ];
}

function queueWidgets({ queues, workers }: ServiceDashboardProps): IWidget[] {
  const work = Object.entries(queues).map(([label, { queue }]) => ({ label, queue }));
  const deadLetters = [
    ...Object.entries(queues).map(([label, each]) => ({ label, queue: each.deadLetters })),
    ...workers.flatMap(({ name: label, construct: { deadLetters: queue } }) =>
      queue ? { label, queue } : [],
    ),
  ];
  const visibleMessages = ({ queue, label }: (typeof work)[number]) =>
    queue.metricApproximateNumberOfMessagesVisible({ period, label, statistic: Stats.MAXIMUM });

  return [
    graph('Messages in queues', work.map(visibleMessages)),
    graph(
      'Age of the oldest message, s',
      work.map(({ queue, label }) =>
        queue.metricApproximateAgeOfOldestMessage({ period, label, statistic: Stats.MAXIMUM }),
      ),
    ),
    graph(
      'Messages processed',
      work.map(({ queue, label }) =>
        queue.metricNumberOfMessagesDeleted({ period, label, statistic: Stats.SUM }),
      ),
    ),
    graph('Dead letters', deadLetters.map(visibleMessages)),
  ];
}

function workerWidgets({ workers }: ServiceDashboardProps): IWidget[] {
  const all = workers.map(({ name: label, definition, construct }) => ({
    label,
    trigger: definition.trigger,
    lambda: construct.function,
  }));
  const streamReaders = all.filter(({ trigger }) => trigger === 'stream');

  return [
    graph(
      'Worker errors',
      all.map(({ lambda, label }) => lambda.metricErrors({ period, label })),
    ),
    graph(
      'Worker throttles',
      all.map(({ lambda, label }) => lambda.metricThrottles({ period, label })),
    ),
    graph(
      'Stream iterator age, ms',
      streamReaders.map(({ lambda, label }) =>
        lambda.metric('IteratorAge', { period, label, statistic: Stats.MAXIMUM }),
      ),
    ),
  ];
}

function tableWidgets({ table }: ServiceDashboardProps): IWidget[] {
  const throttles = (metricName: string, index?: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      statistic: Stats.SUM,
      period,
      label: `${metricName} ${index ?? 'table'}`,
      dimensionsMap: {
        TableName: table.tableName,
        ...(index !== undefined && { GlobalSecondaryIndexName: index }),
      },
    });
  /** Undefined: the table itself. */
  const indexes = [undefined, ...tableIndexes.map(({ name }) => name)];

  return [
    graph(
      'Throttled table requests',
      indexes.flatMap((index) => [
        throttles('ReadThrottleEvents', index),
        throttles('WriteThrottleEvents', index),
      ]),
    ),
    graph('Consumed units', [
      table.metricConsumedReadCapacityUnits({ period, statistic: Stats.SUM }),
      table.metricConsumedWriteCapacityUnits({ period, statistic: Stats.SUM }),
    ]),
  ];
}

/** One widget for each kind of metric: log lines (no `value`), sums of `count` (only emails), and percentiles of other values. */
function logWidgets({ metricNamespace }: ServiceDashboardProps): IWidget[] {
  const metricsWith = (metrics: readonly LogMetric[], statistic: string) =>
    metrics.map((metric) => logMetric(metric, metricNamespace, statistic));
  const logMetrics = declaredMetrics();
  const counts = logMetrics.filter(({ value }) => value === undefined);
  const sums = logMetrics.filter(({ value }) => value === 'count');
  const values = logMetrics.filter(({ value }) => value !== undefined && value !== 'count');

  return [
    graph('Emails', metricsWith(sums, Stats.SUM)),
    graph('From logs, counts', metricsWith(counts, Stats.SUM)),
    graph('From logs, p99', metricsWith(values, Stats.p(99))),
  ];
}

function graph(title: string, left: IMetric[]): IWidget {
  return new GraphWidget({ title, left, width });
}
