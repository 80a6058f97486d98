import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { tableIndexes } from '#lib/storage/schema.ts';
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
    for (const index of [undefined, ...tableIndexes.map(({ name }) => name)]) {
      new ImpactAlarm(this, `Throttles${index ?? ''}`, {
        ...lasting,
        metric: throttlesOf(table, index),
        threshold: throttlesMax,
        impact: serviceImpacts.throttles,
        runbookHeading: 'The table is throttled',
      });
    }
  }
}

/** Requests to the table are not counted for its indexes, nor the other way round. */
function throttlesOf({ tableName }: ServiceAlarmsProps['table'], index: string | undefined): MathExpression {
  const events = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: {
        TableName: tableName,
        ...(index !== undefined && { GlobalSecondaryIndexName: index }),
      },
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
