import { App, Stack } from 'aws-cdk-lib';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { expect, it } from 'vitest';
import { findingsIn } from './findings.ts';
import { createApp, settingsOf } from './synthesised.ts';

it.each([
  ['dev', {}],
  ['prod', { trackingDomainTarget: 'links.example.com' }],
] as const)('AwsSolutions has no findings in %s except those acknowledged with a reason', (stage, entry) => {
  expect(findingsIn(createApp(stage, settingsOf(stage, entry)))).toEqual([]);
});

it('A gateway with a web ACL has no acknowledgement of a missing one', () => {
  const webAclArn = 'arn:aws:wafv2:eu-central-1:111122223333:regional/webacl/outreach/0a1b';

  expect(findingsIn(createApp('prod', settingsOf('prod', { webAclArn })))).toEqual([]);
});

it('A gateway with access logs, traces, a rate limit and a budget has no findings', () => {
  const observed = { accessLogs: true, tracing: true, rateLimitPerAddress: 2000, monthlyBudgetUsd: 500 };

  expect(findingsIn(createApp('prod', settingsOf('prod', observed)))).toEqual([]);
});

it('A topic that accepts connections without TLS is found', () => {
  const app = new App();
  new CfnTopic(new Stack(app, 'careless'), 'Topic');

  expect(findingsIn(app)).toEqual(['AwsSolutions-SNS3: careless/Topic']);
});
