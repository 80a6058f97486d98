import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { schedulerPrincipal } from './scheduler-principal.ts';

interface ManagedSchedulesProps {
  readonly target: IQueue;
  /** Of the role: what the schedules do by it. */
  readonly purpose: string;
}

/** Where functions keep schedules that they make themselves, and the role by which these reach one queue. */
export class ManagedSchedules extends Construct {
  readonly groupName: string;
  readonly roleArn: string;

  constructor(scope: Construct, id: string, { target, purpose }: ManagedSchedulesProps) {
    super(scope, id);

    const group = new CfnScheduleGroup(this, 'Group');
    const role = new Role(this, 'Role', {
      description: `EventBridge Scheduler ${purpose} by it`,
      assumedBy: schedulerPrincipal(this, group.attrArn),
      inlinePolicies: {
        wake: new PolicyDocument({
          statements: [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [target.queueArn] })],
        }),
      },
    });

    this.groupName = group.ref;
    this.roleArn = role.roleArn;

    const stack = Stack.of(this);
    const schedules = `arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/<${stack.getLogicalId(group)}>/*`;
    // Of the functions that `manage` grants it to, wherever in the stack they are.
    Validations.of(stack).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${schedules}]`,
      reason: 'Schedules are made at run time, each named after what it wakes; the group has no others.',
    });
  }

  /** Grants on the schedules of this group only; the stack's own schedules live in another one. */
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
