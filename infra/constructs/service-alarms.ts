import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { AlarmTopics } from './alarm-topics.ts';
import { alarmPeriod, ImpactAlarm, lasting } from './impact-alarm.ts';

interface ServiceAlarmsProps {
  readonly stage: Stage;
  readonly table: Pick<Table, 'tableName'>;
  readonly topics: AlarmTopics;
}

/** Impact texts of the alarms that concern all operations. */
export const serviceImpacts = {
  errors: 'callers of the API get server errors',
  latency: 'callers of the API wait for several seconds',
  throttles: 'requests and workers fail or wait, because the table throttles them',
  functionThrottles: 'requests fail and work waits, because functions of the account are throttled',
} as const;

/** 1 % of the requests, in two of three periods. A single crash among few requests raises no alarm. */
const errorShareMax = 0.01;

/** Imports and mailbox logins may take this long, but not 1 % of all requests. */
const slowMs = 5000;

/** The SDK's retries absorb this many throttles per period. */
const throttlesMax = 100;

/** Sources of asynchronous work retry a few. */
const functionThrottlesMax = 20;

/** Alarms on resources that all operations share: the gateway and the table. */
export class ServiceAlarms extends Construct {
  constructor(scope: Construct, id: string, props: ServiceAlarmsProps) {
    super(scope, id);

    const { stage, table, topics } = props;
    const shared = { ...lasting, topics };

    new ImpactAlarm(this, 'Errors', {
      ...shared,
      metric: stage.metricServerError({ period: alarmPeriod, statistic: 'Average' }),
      threshold: errorShareMax,
      impact: serviceImpacts.errors,
      runbookHeading: 'The API answers with errors',
    });
    new ImpactAlarm(this, 'Latency', {
      ...shared,
      metric: stage.metricLatency({ period: alarmPeriod, statistic: 'p99' }),
      threshold: slowMs,
      impact: serviceImpacts.latency,
      runbookHeading: 'The API is slow',
    });
    new ImpactAlarm(this, 'FunctionThrottles', {
      ...shared,
      // Without a dimension, the sum of all functions of the account in this region: a metric per function would cost 108 times as much.
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        period: alarmPeriod,
        statistic: 'Sum',
      }),
      threshold: functionThrottlesMax,
      impact: serviceImpacts.functionThrottles,
      runbookHeading: 'Functions are throttled',
    });
    for (const metricName of throttleMetrics) {
      new ImpactAlarm(this, metricName, {
        ...shared,
        metric: throttlesOf(table, metricName),
        threshold: throttlesMax,
        impact: serviceImpacts.throttles,
        runbookHeading: 'The table is throttled',
      });
    }
  }
}

const throttleMetrics = ['ReadThrottleEvents', 'WriteThrottleEvents'] as const;

/**
 * Throttled requests to the table and all its indexes, in one Metrics Insights query. Separate metrics would be 12, and an
 * alarm is billed per metric. DynamoDB emits these metrics only while it throttles, and an alarm on its metrics keeps its state
 * without data: zeros after the last throttle end it.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch-metrics-insights-alarms.html
 */
function throttlesOf(
  { tableName }: ServiceAlarmsProps['table'],
  metricName: (typeof throttleMetrics)[number],
): MathExpression {
  const throttles = new MathExpression({
    expression: `SELECT SUM(${metricName}) FROM "AWS/DynamoDB" WHERE TableName = '${tableName}'`,
    period: alarmPeriod,
  });

  return new MathExpression({
    expression: 'FILL(throttles, 0)',
    usingMetrics: { throttles },
    period: alarmPeriod,
    label: 'Throttled requests to the table and its indexes',
  });
}
