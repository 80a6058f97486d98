import { Stack, Validations } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type IPrincipal,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AlarmTopics } from './alarm-topics.ts';
import { alarmPeriod, ImpactAlarm, lasting } from './impact-alarm.ts';

interface ManagedSchedulesProps {
  readonly target: IQueue;
  /** Purpose of the schedules, for the role's description. */
  readonly purpose: string;
  /** Impact of schedules that do not reach the queue. */
  readonly impact: string;
  readonly topics: AlarmTopics;
}

/** A schedule group for schedules that functions create at run time, with a role that lets them send to one queue. */
export class ManagedSchedules extends Construct {
  readonly groupName: string;
  readonly roleArn: string;

  constructor(scope: Construct, id: string, props: ManagedSchedulesProps) {
    super(scope, id);

    const { target, purpose, impact, topics } = props;
    const group = new CfnScheduleGroup(this, 'Group');
    const role = new Role(this, 'Role', {
      description: `EventBridge Scheduler ${purpose} with this role`,
      assumedBy: schedulerPrincipal(this, group.attrArn),
      inlinePolicies: {
        wake: new PolicyDocument({
          statements: [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [target.queueArn] })],
        }),
      },
    });

    this.groupName = group.ref;
    this.roleArn = role.roleArn;
    new ImpactAlarm(this, 'Undelivered', {
      ...lasting,
      metric: this.failures(),
      impact,
      runbookHeading: 'Schedules do not reach their queue',
      topics,
    });

    const stack = Stack.of(this);
    const schedules = `arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/<${stack.getLogicalId(group)}>/*`;
    // Applies to the functions that `manage` grants access to, in any part of the stack.
    Validations.of(stack).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${schedules}]`,
      reason:
        'Schedules are created at run time with names that are not known here; the group holds no others.',
    });
  }

  /** Failed attempts, and invocations that are not attempted again. Both metrics exist only after a failure. */
  private failures(): MathExpression {
    const metric = (metricName: string) =>
      new Metric({
        namespace: 'AWS/Scheduler',
        metricName,
        dimensionsMap: { ScheduleGroup: this.groupName },
        statistic: 'Sum',
      });

    return new MathExpression({
      expression: 'FILL(errors, 0) + FILL(dropped, 0)',
      usingMetrics: { errors: metric('TargetErrorCount'), dropped: metric('InvocationDroppedCount') },
      period: alarmPeriod,
      label: 'Failed invocations',
    });
  }

  /** Grants access to schedules of this group only. The stack's own schedules are in another group. */
  manage(): readonly PolicyStatement[] {
    return [
      new PolicyStatement({
        actions: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
        resources: [
          Stack.of(this).formatArn({
            service: 'scheduler',
            resource: 'schedule',
            resourceName: `${this.groupName}/*`,
          }),
        ],
      }),
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      }),
    ];
  }
}

/**
 * EventBridge Scheduler, on behalf of one schedule group of this account only.
 *
 * @see https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html
 */
export function schedulerPrincipal(scope: Construct, groupArn: string): IPrincipal {
  return new ServicePrincipal('scheduler.amazonaws.com', {
    conditions: {
      StringEquals: { 'aws:SourceAccount': Stack.of(scope).account, 'aws:SourceArn': groupArn },
    },
  });
}
