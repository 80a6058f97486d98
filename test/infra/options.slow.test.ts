import { expect, it } from 'vitest';
import { grantsOf } from './role-grants.ts';
import { countResources, resourcesOf, settingsOf, synthesiseStage, targetOf } from './synthesised.ts';

const plain = synthesiseStage('prod');
const { api, service, workers } = synthesiseStage(
  'prod',
  settingsOf('prod', {
    rateLimitPerAddress: 2000,
    monthlyBudgetUsd: 500,
    tracing: true,
    accessLogs: true,
    alarmEmail: 'on-call@example.com',
  }),
);
const traces = ['xray:PutTraceSegments *', 'xray:PutTelemetryRecords *'];

it('rateLimitPerAddress adds a web ACL that blocks an address above this number in five minutes', () => {
  const [acl] = resourcesOf(api, 'AWS::WAFv2::WebACL');
  const [association] = resourcesOf(api, 'AWS::WAFv2::WebACLAssociation');

  expect(targetOf(association?.properties['WebACLArn'])).toBe(acl?.logicalId);
  expect(acl?.properties).toMatchObject({
    Scope: 'REGIONAL',
    DefaultAction: { Allow: {} },
    Rules: [
      {
        Action: { Block: {} },
        Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 2000, EvaluationWindowSec: 300 } },
      },
    ],
  });
});

it('monthlyBudgetUsd sends the actual and the forecast excess to the topic for tickets, which admits it', () => {
  const [budget] = resourcesOf(api, 'AWS::Budgets::Budget');
  const tickets = resourcesOf(api, 'AWS::SNS::Topic').find(({ logicalId }) => logicalId.includes('Tickets'));
  const notifications = Object(budget?.properties['NotificationsWithSubscribers']);

  expect(budget?.properties['Budget']).toMatchObject({ BudgetLimit: { Amount: 500, Unit: 'USD' } });
  expect(
    Array.from<{ Notification: { NotificationType: string } }>(notifications).map(
      ({ Notification }) => Notification.NotificationType,
    ),
  ).toEqual(['ACTUAL', 'FORECASTED']);
  for (const { Subscribers } of notifications) {
    expect(Subscribers).toEqual([{ SubscriptionType: 'SNS', Address: { Ref: tickets?.logicalId } }]);
  }
  const policies = resourcesOf(api, 'AWS::SNS::TopicPolicy').map(({ properties }) =>
    JSON.stringify(properties),
  );
  const admitting = policies.filter((policy) => policy.includes('budgets.amazonaws.com'));

  expect(admitting).toEqual([expect.stringContaining(`"Topics":[{"Ref":"${tickets?.logicalId}"}]`)]);
});

it('tracing applies to the gateway and to every function, which may send its traces', () => {
  const [stage] = resourcesOf(api, 'AWS::ApiGateway::Stage');

  expect(stage?.properties['TracingEnabled']).toBe(true);
  for (const { properties } of resourcesOf(service, 'AWS::Lambda::Function')) {
    expect(properties['TracingConfig']).toEqual({ Mode: 'Active' });
    const role = resourcesOf(service, 'AWS::IAM::Role').find(
      ({ logicalId }) => logicalId === targetOf(properties['Role']),
    );
    expect([...(role ? grantsOf(role) : [])]).toEqual(expect.arrayContaining(traces));
  }
});

it('accessLogs writes each request to a log group that expires, without addresses, paths or headers', () => {
  const [stage] = resourcesOf(api, 'AWS::ApiGateway::Stage');
  const { DestinationArn, Format } = Object(stage?.properties['AccessLogSetting']);
  const group = resourcesOf(api, 'AWS::Logs::LogGroup').find(({ logicalId }) =>
    JSON.stringify(DestinationArn).includes(`"${logicalId}"`),
  );

  expect(group?.properties['RetentionInDays']).toBe(90);
  expect(Object.values(JSON.parse(Format))).toContain('$context.error.responseType');
  expect(Format).not.toMatch(/identity|context\.path|header/);
});

it('all of them are off by default, and on fit into a stack', () => {
  for (const type of ['WAFv2::WebACL', 'Budgets::Budget', 'SNS::Subscription']) {
    expect(resourcesOf(plain.service, `AWS::${type}`)).toEqual([]);
  }
  const [stage] = resourcesOf(plain.api, 'AWS::ApiGateway::Stage');
  expect(stage?.properties).not.toHaveProperty('AccessLogSetting');
  expect(stage?.properties).not.toHaveProperty('TracingEnabled');
  for (const template of [api, workers]) expect(countResources(template)).toBeLessThan(450);
});

it('dataKeyArn encrypts table, queues, buckets and topics with this key, and each role of a function may use it', () => {
  const dataKeyArn = 'arn:aws:kms:eu-central-1:111122223333:key/0a1b2c3d';
  const encrypted = synthesiseStage('prod', settingsOf('prod', { dataKeyArn, dashboard: true }));
  const stacks = [encrypted.data, encrypted.api, encrypted.workers];
  const ofType = (type: string) =>
    stacks.flatMap((template) => resourcesOf(template, type)).map(({ properties }) => properties);

  expect(ofType('AWS::DynamoDB::Table')[0]?.['SSESpecification']).toEqual({
    KMSMasterKeyId: dataKeyArn,
    SSEEnabled: true,
    SSEType: 'KMS',
  });
  const named = ['AWS::SQS::Queue', 'AWS::SNS::Topic'].flatMap(ofType);
  expect(new Set(named.map(({ KmsMasterKeyId }) => KmsMasterKeyId))).toEqual(new Set([dataKeyArn]));
  expect(named.filter(({ SqsManagedSseEnabled }) => SqsManagedSseEnabled !== undefined)).toEqual([]);
  const buckets = ofType('AWS::S3::Bucket');
  expect(buckets).toHaveLength(2);
  for (const bucket of buckets) expect(JSON.stringify(bucket['BucketEncryption'])).toContain(dataKeyArn);
  for (const template of [encrypted.api, encrypted.workers]) {
    const [policy] = resourcesOf(template, 'AWS::IAM::ManagedPolicy');
    expect(policy?.properties['Roles']).toHaveLength(resourcesOf(template, 'AWS::IAM::Role').length);
    expect(JSON.stringify(policy?.properties['PolicyDocument'])).toContain(dataKeyArn);
  }
});
