import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { alarmPeriod, ImpactAlarm } from './impact-alarm.ts';

interface ServiceAlarmsProps {
  readonly stage: Stage;
  readonly table: Pick<Table, 'tableName'>;
  readonly topic: ITopic;
}

/** What hurts callers, whichever operation they call. */
export const serviceImpacts = {
  errors: 'callers of the API get errors that are not theirs',
  latency: 'callers of the API wait for seconds',
  throttles: 'requests and workers fail or wait, because the table takes less than is asked of it',
} as const;

/** One in a hundred: a single crash among few requests is told by the errors of its own log. */
const faultyShare = 0.01;

/** Imports and logins to mailboxes may take so long; one request in a hundred of all may not. */
const slowMs = 5000;

/** So many in a period are repeated by the SDK before anybody notices. */
const throttlesMax = 100;

/** Alarms of what all operations share: the gateway and the table. */
export class ServiceAlarms extends Construct {
  constructor(scope: Construct, id: string, props: ServiceAlarmsProps) {
    super(scope, id);

    const { stage, table, topic } = props;
    const lasting = { breaches: 2, periods: 3, topic };

    new ImpactAlarm(this, 'Errors', {
      ...lasting,
      metric: stage.metricServerError({ period: alarmPeriod, statistic: 'Average' }),
      threshold: faultyShare,
      impact: serviceImpacts.errors,
      runbookHeading: 'The API answers with errors',
    });
    new ImpactAlarm(this, 'Latency', {
      ...lasting,
      metric: stage.metricLatency({ period: alarmPeriod, statistic: 'p99' }),
      threshold: slowMs,
      impact: serviceImpacts.latency,
      runbookHeading: 'The API is slow',
    });
    for (const metricName of throttleMetrics) {
      new ImpactAlarm(this, metricName, {
        ...lasting,
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
 * Throttled requests to the table and to all of its indexes, by one query: each has metrics of its own, 12 in all, and an
 * alarm costs as much as the metrics that it lists. DynamoDB emits these only while it throttles, so the query finds none
 * as a rule. https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch-metrics-insights-alarms.html
 */
function throttlesOf(
  { tableName }: ServiceAlarmsProps['table'],
  metricName: (typeof throttleMetrics)[number],
): MathExpression {
  return new MathExpression({
    expression: `SELECT SUM(${metricName}) FROM "AWS/DynamoDB" WHERE TableName = '${tableName}'`,
    period: alarmPeriod,
    label: 'Throttled requests to the table and its indexes',
  });
}
