import { App, Stack } from 'aws-cdk-lib';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, it } from 'vitest';
import { stages } from '../../infra/stages.ts';
import { createApp } from './synthesised.ts';

it.each(['dev', 'prod'] as const)(
  'AwsSolutions has no findings in %s except those acknowledged with a reason',
  (stage) => {
    expect(findingsIn(createApp(stage))).toEqual([]);
  },
);

it('A gateway with a web ACL has no acknowledgement of a missing one', () => {
  const webAclArn = 'arn:aws:wafv2:eu-central-1:111122223333:regional/webacl/outreach/0a1b';

  expect(findingsIn(createApp('prod', { ...stages.prod, webAclArn }))).toEqual([]);
});

it('A topic that accepts connections without TLS is found', () => {
  const app = new App();
  new CfnTopic(new Stack(app, 'careless'), 'Topic');

  expect(findingsIn(app)).toEqual(['AwsSolutions-SNS3: careless/Topic']);
});

/** Format: `rule: path`. */
function findingsIn(app: App): string[] {
  return new AwsSolutionsChecks(app)
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName}: ${constructPath}`),
    );
}
