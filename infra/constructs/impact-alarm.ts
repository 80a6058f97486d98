import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

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
  readonly topic: ITopic;
  /** Dead-man alarm: raised when the metric is below the threshold or missing. */
  readonly raisedBelow?: true;
}

/** Duration of one data point of every alarm. */
export const alarmPeriod = Duration.minutes(5);

/**
 * An alarm. Its description states the impact and links to the runbook. Missing data does not raise it,
 * unless it is a dead-man alarm.
 */
export class ImpactAlarm extends Construct {
  constructor(scope: Construct, id: string, props: ImpactAlarmProps) {
    super(scope, id);

    const alarm = new Alarm(this, 'Alarm', {
      alarmDescription: `${props.impact}. What to do: infra/RUNBOOK.md#${headingAnchor(props.runbookHeading)}`,
      metric: props.metric,
      threshold: props.threshold ?? 1,
      comparisonOperator: props.raisedBelow
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: props.periods,
      datapointsToAlarm: props.breaches,
      treatMissingData: props.raisedBelow ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });

    alarm.addAlarmAction(new SnsAction(props.topic));
  }
}

/** The anchor that Markdown viewers generate for a heading. */
export function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}
