import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stages.ts';

/**
 * Attaches the web ACL of the settings to the gateway, or a new web ACL, which rejects the requests of an address above a rate
 * before they cost an invocation.
 * @returns whether the gateway has a web ACL
 */
export function attachWebAcl(scope: Construct, { webAcl }: StageSettings, stage: Stage): boolean {
  if (webAcl === undefined) return false;
  const webAclArn = 'arn' in webAcl ? webAcl.arn : createRateLimit(scope, webAcl.rateLimitPerAddress).attrArn;
  new CfnWebACLAssociation(scope, 'WebAcl', { webAclArn, resourceArn: stage.stageArn });

  return true;
}

function createRateLimit(scope: Construct, limit: number): CfnWebACL {
  const visibilityConfig = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: false,
    metricName,
  });

  return new CfnWebACL(scope, 'RateLimit', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibilityConfig('Requests'),
    rules: [
      {
        name: 'RatePerAddress',
        priority: 0,
        action: { block: {} },
        statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit, evaluationWindowSec: 300 } },
        visibilityConfig: visibilityConfig('RatePerAddress'),
      },
    ],
  });
}
