import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import type { Severity } from '#lib/runtime/log-metric.ts';
import type { AlarmTopics } from './alarm-topics.ts';

interface ImpactAlarmProps {
  readonly metric: IMetric;
  /** Default 1. */
  readonly threshold?: number;
  /** Number of data points, of the last `periods`, that must reach the threshold. */
  readonly breaches: number;
  readonly periods: number;
  /** Affected users and the effect on them. Each alarm states an impact. */
  readonly impact: string;
  /** A heading in `infra/RUNBOOK.md`. */
  readonly runbookHeading: string;
  readonly topics: AlarmTopics;
  /** Default `page`. */
  readonly severity?: Severity | undefined;
  /** Dead-man alarm: raised when the metric is below the threshold. Without data, it keeps its state. */
  readonly raisedBelow?: true;
}

/** Duration of one data point of every alarm. */
export const alarmPeriod = Duration.minutes(5);

/** For failures that are retried: a single one raises no alarm. */
export const lasting = { breaches: 2, periods: 3 } as const;

/**
 * An alarm. Its description states the impact and the severity, and links to the runbook. Its topic also learns when the
 * alarm ends. Missing data does not raise it.
 */
export class ImpactAlarm extends Construct {
  constructor(scope: Construct, id: string, props: ImpactAlarmProps) {
    super(scope, id);

    const { severity = 'page', topics } = props;
    const alarm = new Alarm(this, 'Alarm', {
      alarmDescription: `${props.impact}. Severity: ${severity}. What to do: infra/RUNBOOK.md#${headingAnchor(props.runbookHeading)}`,
      metric: props.metric,
      threshold: props.threshold ?? 1,
      comparisonOperator: props.raisedBelow
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: props.periods,
      datapointsToAlarm: props.breaches,
      treatMissingData: props.raisedBelow ? TreatMissingData.IGNORE : TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(topics[severity]);

    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}

/** The anchor that Markdown viewers generate for a heading. */
export function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}
