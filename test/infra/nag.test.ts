import { App, Stack } from 'aws-cdk-lib';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, it } from 'vitest';
import { stages } from '../../infra/stages.ts';
import { createApp } from './synthesised.ts';

it.each(['dev', 'prod'] as const)(
  'AwsSolutions finds nothing in %s that is not acknowledged, with a reason',
  (stage) => {
    expect(findingsIn(createApp(stage))).toEqual([]);
  },
);

it('A gateway behind a web ACL needs no acknowledgement for lacking one', () => {
  const webAclArn = 'arn:aws:wafv2:eu-central-1:111122223333:regional/webacl/outreach/0a1b';

  expect(findingsIn(createApp('prod', { ...stages.prod, webAclArn }))).toEqual([]);
});

it('A topic that takes connections in clear would be found', () => {
  const app = new App();
  new CfnTopic(new Stack(app, 'careless'), 'Topic');

  expect(findingsIn(app)).toEqual(['AwsSolutions-SNS3: careless/Topic']);
});

/** Each as `rule: where`. */
function findingsIn(app: App): string[] {
  return new AwsSolutionsChecks(app)
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName}: ${constructPath}`),
    );
}
