import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { LogMetric } from '#lib/runtime/log-metric.ts';

interface LogMetricsProps {
  readonly logGroup: ILogGroup;
  readonly metrics: readonly LogMetric[];
  /** Tells the stages of one account apart. */
  readonly namespace: string;
}

/** Metrics that CloudWatch reads from the lines of one log. Several logs may feed one metric: its alarm is in `LogAlarms`. */
export class LogMetrics extends Construct {
  constructor(scope: Construct, id: string, { logGroup, metrics, namespace }: LogMetricsProps) {
    super(scope, id);

    for (const { name, where, value, byOperation } of metrics) {
      new MetricFilter(this, name, {
        logGroup,
        metricNamespace: namespace,
        metricName: name,
        metricValue: value === undefined ? '1' : `$.${value}`,
        ...(byOperation && { dimensions: { operation: '$.operation' } }),
        filterPattern: FilterPattern.all(
          ...Object.entries(where).map(([field, text]) => FilterPattern.stringValue(`$.${field}`, '=', text)),
        ),
      });
    }
  }
}
