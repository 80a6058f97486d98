import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

interface BudgetProps {
  readonly monthlyUsd: number;
  readonly topic: ITopic;
}

/**
 * Sends a message when the month's cost of the account exceeds a limit, or will exceed it. Not only of the stage: a budget by tag
 * counts nothing until the account activates the tag.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { monthlyUsd, topic }: BudgetProps) {
    super(scope, id);

    const { account, partition } = Stack.of(this);
    // https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-sns-policy.html
    const policy = topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowBudgetsOfThisAccount',
        principals: [new ServicePrincipal('budgets.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:${partition}:budgets::${account}:*` },
        },
      }),
    );
    const budget = new CfnBudget(this, 'Monthly', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((notificationType) => ({
        notification: {
          notificationType,
          comparisonOperator: 'GREATER_THAN',
          threshold: 100,
          thresholdType: 'PERCENTAGE',
        },
        subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
      })),
    });
    if (policy.policyDependable) budget.node.addDependency(policy.policyDependable);
  }
}
