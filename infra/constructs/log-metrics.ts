import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import { alarmPeriod, ImpactAlarm } from './impact-alarm.ts';

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

    for (const [position, { name, where, whereNot = {}, value }] of metrics.entries()) {
      // One metric may have several filters, and ids of constructs are unique.
      const isRepeated = metrics.findIndex((metric) => metric.name === name) < position;

      new MetricFilter(this, isRepeated ? `${name}${position}` : name, {
        logGroup,
        metricNamespace: namespace,
        metricName: name,
        metricValue: value === undefined ? '1' : `$.${value}`,
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
  readonly topic: ITopic;
}

/** One alarm for each log metric that declares one. */
export class LogAlarms extends Construct {
  constructor(scope: Construct, id: string, { metrics, namespace, topic }: LogAlarmsProps) {
    super(scope, id);

    for (const { name, value, alarm } of metrics) {
      if (!alarm) continue;

      new ImpactAlarm(this, name, {
        metric: new Metric({
          namespace,
          metricName: name,
          period: alarmPeriod,
          // Lines and counts add up. Of durations, the longest one counts.
          statistic: value === undefined || value === 'count' ? 'Sum' : 'Maximum',
        }),
        threshold: alarm.threshold,
        ...(alarm.isLasting ? { breaches: 2, periods: 3 } : { breaches: 1, periods: 1 }),
        impact: alarm.impact,
        runbookHeading: `${name} is high`,
        topic,
      });
    }
  }
}
