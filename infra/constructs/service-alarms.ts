import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { requestsUncounted } from '#lib/http/contract.ts';
import { alarmPeriod, ImpactAlarm } from './impact-alarm.ts';

interface ServiceAlarmsProps {
  readonly stage: Stage;
  readonly table: Pick<Table, 'tableName'>;
  readonly topic: ITopic;
  /** Of what is counted in logs. */
  readonly metricNamespace: string;
}

/** What hurts callers, whichever operation they call. */
export const serviceImpacts = {
  errors: 'callers of the API get errors that are not theirs',
  latency: 'callers of the API wait for seconds',
  uncounted: 'whoever calls public endpoints, or tries credentials, is not slowed down',
  throttles: 'requests and workers fail or wait, because the table takes less than is asked of it',
} as const;

/** One in a hundred: a single crash among few requests is told by the errors of its own log. */
const faultyShare = 0.01;

/** Imports and logins to mailboxes may take so long; one request in a hundred of all may not. */
const slowMs = 5000;

/** So many in a period are repeated by the SDK before anybody notices. */
const throttlesMax = 100;

/** One that could not be counted is a write that took too long; so many are a limit that does not hold. */
const uncountedMax = 10;

/** Alarms of what all operations share: the gateway and the table. */
export class ServiceAlarms extends Construct {
  constructor(scope: Construct, id: string, props: ServiceAlarmsProps) {
    super(scope, id);

    const { stage, table, topic, metricNamespace } = props;
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
    new ImpactAlarm(this, 'Throttles', {
      ...lasting,
      metric: throttlesOf(table),
      threshold: throttlesMax,
      impact: serviceImpacts.throttles,
      runbookHeading: 'The table is throttled',
    });
    new ImpactAlarm(this, 'Uncounted', {
      // One for the logs of all functions, each of which would tell the same.
      metric: new Metric({
        namespace: metricNamespace,
        metricName: requestsUncounted.name,
        period: alarmPeriod,
        statistic: 'Sum',
      }),
      threshold: uncountedMax,
      breaches: 1,
      periods: 1,
      impact: serviceImpacts.uncounted,
      runbookHeading: `${requestsUncounted.name} is high`,
      topic,
    });
  }
}

function throttlesOf({ tableName }: ServiceAlarmsProps['table']): MathExpression {
  const events = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: tableName },
      period: alarmPeriod,
      statistic: 'Sum',
    });

  return new MathExpression({
    expression: 'FILL(reads, 0) + FILL(writes, 0)',
    usingMetrics: { reads: events('ReadThrottleEvents'), writes: events('WriteThrottleEvents') },
    period: alarmPeriod,
    label: 'Throttled requests',
  });
}
