import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import { alarmPeriod, ImpactAlarm } from './impact-alarm.ts';

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
