import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { LogMetric } from '#lib/runtime/log-metric.ts';

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
