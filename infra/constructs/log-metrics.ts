import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import { alarmPeriod, ImpactAlarm } from './impact-alarm.ts';

interface LogMetricsProps {
  readonly logGroup: ILogGroup;
  readonly metrics: readonly LogMetric[];
  /** Tells the stages of one account apart. */
  readonly namespace: string;
  readonly topic: ITopic;
}

/** Metrics that CloudWatch reads from the lines of one log, and their alarms. */
export class LogMetrics extends Construct {
  constructor(scope: Construct, id: string, { logGroup, metrics, namespace, topic }: LogMetricsProps) {
    super(scope, id);

    for (const { name, where, value, alarm } of metrics) {
      const filter = new MetricFilter(this, name, {
        logGroup,
        metricNamespace: namespace,
        metricName: name,
        metricValue: value === undefined ? '1' : `$.${value}`,
        filterPattern: FilterPattern.all(
          ...Object.entries(where).map(([field, text]) => FilterPattern.stringValue(`$.${field}`, '=', text)),
        ),
      });
      if (!alarm) continue;

      new ImpactAlarm(this, `${name}High`, {
        metric: filter.metric({ period: alarmPeriod, statistic: value === undefined ? 'Sum' : 'Maximum' }),
        threshold: alarm.threshold,
        breaches: 1,
        periods: 1,
        impact: alarm.impact,
        runbookHeading: `${name} is high`,
        topic,
      });
    }
  }
}
