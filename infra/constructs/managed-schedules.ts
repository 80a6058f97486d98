import { Stack, Validations } from 'aws-cdk-lib';
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

interface ManagedSchedulesProps {
  readonly target: IQueue;
  /** Purpose of the schedules, for the role's description. */
  readonly purpose: string;
}

/** A schedule group for schedules that functions create at run time, with a role that lets them send to one queue. */
export class ManagedSchedules extends Construct {
  readonly groupName: string;
  readonly roleArn: string;

  constructor(scope: Construct, id: string, { target, purpose }: ManagedSchedulesProps) {
    super(scope, id);

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

    const stack = Stack.of(this);
    const schedules = `arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/<${stack.getLogicalId(group)}>/*`;
    // Applies to the functions that `manage` grants access to, in any part of the stack.
    Validations.of(stack).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${schedules}]`,
      reason:
        'Schedules are created at run time with names that are not known here; the group holds no others.',
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
