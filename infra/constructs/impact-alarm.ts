import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

interface ImpactAlarmProps {
  readonly metric: IMetric;
  /** Default 1. */
  readonly threshold?: number;
  /** Of the last `periods` periods, as many must reach the threshold. */
  readonly breaches: number;
  readonly periods: number;
  /** Who is hurt, and how. No alarm without a victim. */
  readonly impact: string;
  /** A heading of `infra/RUNBOOK.md`. */
  readonly runbookHeading: string;
  readonly topic: ITopic;
}

export const alarmPeriod = Duration.minutes(5);

/** An alarm that says whom it is about and what to do; it stays silent without data. */
export class ImpactAlarm extends Construct {
  constructor(scope: Construct, id: string, props: ImpactAlarmProps) {
    super(scope, id);

    const alarm = new Alarm(this, 'Alarm', {
      alarmDescription: `${props.impact}. What to do: infra/RUNBOOK.md#${headingAnchor(props.runbookHeading)}`,
      metric: props.metric,
      threshold: props.threshold ?? 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: props.periods,
      datapointsToAlarm: props.breaches,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });

    alarm.addAlarmAction(new SnsAction(props.topic));
  }
}

/** The anchor that Markdown viewers give a heading. */
export function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}
