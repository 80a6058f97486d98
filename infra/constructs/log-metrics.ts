import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import type { AlarmTopics } from './alarm-topics.ts';
import { alarmPeriod, ImpactAlarm, lasting } from './impact-alarm.ts';

interface LogMetricsProps {
  readonly logGroup: ILogGroup;
  readonly metrics: readonly LogMetric[];
  /** Separates the metrics of several stages in one account. */
  readonly namespace: string;
}

/**
 * Metrics that CloudWatch extracts from the lines of one log group. Several log groups may feed one metric;
 * its alarm is in `LogAlarms`.
 */
export class LogMetrics extends Construct {
  constructor(scope: Construct, id: string, { logGroup, metrics, namespace }: LogMetricsProps) {
    super(scope, id);

    for (const { name, where, whereNot = {}, value, isByOperation } of metrics) {
      new MetricFilter(this, name, {
        logGroup,
        metricNamespace: namespace,
        metricName: name,
        metricValue: value === undefined ? '1' : `$.${value}`,
        ...(isByOperation && { dimensions: { operation: '$.operation' } }),
        filterPattern: FilterPattern.all(
          ...Object.entries(where).map(([field, text]) => FilterPattern.stringValue(`$.${field}`, '=', text)),
          ...Object.entries(whereNot).map(([field, text]) =>
            FilterPattern.stringValue(`$.${field}`, '!=', text),
          ),
        ),
      });
    }
  }
}

interface LogAlarmsProps {
  /** Each name occurs once, although several functions may emit it. */
  readonly metrics: readonly LogMetric[];
  readonly namespace: string;
  readonly topics: AlarmTopics;
}

/** One alarm for each log metric that declares one. */
export class LogAlarms extends Construct {
  constructor(scope: Construct, id: string, { metrics, namespace, topics }: LogAlarmsProps) {
    super(scope, id);

    for (const metric of metrics) {
      const { name, value, alarm } = metric;
      if (!alarm) continue;

      new ImpactAlarm(this, name, {
        // Lines and counts add up. Of durations, the longest one counts.
        metric: logMetric(metric, namespace, value === undefined || value === 'count' ? 'Sum' : 'Maximum'),
        threshold: alarm.threshold,
        ...(alarm.isLasting ? lasting : { breaches: 1, periods: 1 }),
        impact: alarm.impact,
        severity: alarm.severity,
        runbookHeading: `${name} is high`,
        topics,
      });
    }
  }
}

/**
 * The metric, or a query with one series for each operation. An alarm for a query has a state for each series. It is billed for
 * series with data, so that 97 operations which do not fail cost nothing; an alarm for each would cost $10 a month.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Metrics_Insights_Alarm.html
 */
export function logMetric({ name, isByOperation }: LogMetric, namespace: string, statistic: string): IMetric {
  return isByOperation
    ? new MathExpression({
        expression: `SELECT SUM(${name}) FROM SCHEMA("${namespace}", operation) GROUP BY operation ORDER BY SUM() DESC`,
        period: alarmPeriod,
        label: name,
      })
    : new Metric({ namespace, metricName: name, statistic, period: alarmPeriod });
}
