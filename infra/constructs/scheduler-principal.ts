import { Stack } from 'aws-cdk-lib';
import { type IPrincipal, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

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
