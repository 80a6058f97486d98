import type { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { agentEndpoint, fallback, routedEndpoints, workers } from '#lib/operations.ts';
import { capabilityEnvironment } from '#lib/runtime/capabilities.ts';
import { operationOf, render, resourcesOf, settingsOf, synthesiseStage } from './synthesised.ts';

const templates = {
  local: synthesiseStage('local'),
  dev: synthesiseStage('dev'),
  prod: synthesiseStage('prod', settingsOf('prod', { concurrencyQuota: 1000 })),
};
type StageName = keyof typeof templates;
const stageNames: readonly StageName[] = ['local', 'dev', 'prod'];

const stateful = [
  'AWS::DynamoDB::Table',
  'AWS::KMS::Key',
  'AWS::Logs::LogGroup',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
];

it('In prod the table, keys, buckets with their policies, and logs outlive their stack, unless its creation fails', () => {
  const resources = stateful.map((type) => [
    type,
    new Set(
      resourcesOf([templates.prod.data, ...templates.prod.service], type).map(
        ({ deletionPolicy }) => deletionPolicy,
      ),
    ),
  ]);
  const [table] = resourcesOf(templates.prod.data, 'AWS::DynamoDB::Table');

  expect(resources).toEqual(stateful.map((type) => [type, new Set(['RetainExceptOnCreate'])]));
  expect(table?.properties).toMatchObject({
    DeletionProtectionEnabled: true,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  });
});

it.each(['local', 'dev'] as const)('In %s no resource remains after the stacks are deleted', (stage) => {
  const { data, service } = templates[stage];
  const remaining = stateful
    .flatMap((type) => resourcesOf([data, ...service], type))
    .filter(({ deletionPolicy }) => deletionPolicy !== 'Delete');

  expect(remaining).toEqual([]);
});

it('The table has the keys, indexes, stream and TTL that the storage code requires', () => {
  const key = (prefix: string) => [
    { AttributeName: `${prefix}pk`, KeyType: 'HASH' },
    { AttributeName: `${prefix}sk`, KeyType: 'RANGE' },
  ];

  const events = { ProjectionType: 'INCLUDE', NonKeyAttributes: ['payload', 'details', 'isFirst'] };

  templates.prod.data.hasResourceProperties('AWS::DynamoDB::Table', {
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: key(''),
    GlobalSecondaryIndexes: [
      { IndexName: 'gsi1', KeySchema: key('gsi1'), Projection: { ProjectionType: 'ALL' } },
      { IndexName: 'gsi2', KeySchema: key('gsi2'), Projection: { ProjectionType: 'ALL' } },
      { IndexName: 'gsi3', KeySchema: key('gsi3'), Projection: { ProjectionType: 'KEYS_ONLY' } },
      { IndexName: 'gsi4', KeySchema: key('gsi4'), Projection: events },
      { IndexName: 'gsi5', KeySchema: key('gsi5'), Projection: events },
    ],
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    TimeToLiveSpecification: { AttributeName: 'expiresAtEpochSeconds', Enabled: true },
  });
  templates.prod.data.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true, MultiRegion: true });
  templates.prod.data.hasResourceProperties('AWS::KMS::Key', {
    KeySpec: 'HMAC_256',
    KeyUsage: 'GENERATE_VERIFY_MAC',
    MultiRegion: true,
  });
});

it('Only the local stage allows loopback addresses', () => {
  const [name] = capabilityEnvironment['network:outbound'];
  const Environment = z.object({ Variables: z.record(z.string(), z.unknown()) });
  const valuesIn = (stage: StageName) =>
    new Set(
      resourcesOf(templates[stage].service, 'AWS::Lambda::Function')
        .map(({ properties }) => z.parse(Environment, properties['Environment']).Variables[name])
        .filter((value) => value !== undefined),
    );

  expect(stageNames.map(valuesIn)).toEqual([new Set(['allow']), new Set(['refuse']), new Set(['refuse'])]);
});

it('Logs expire in every stage', () => {
  for (const stage of stageNames) {
    const logs = resourcesOf(templates[stage].service, 'AWS::Logs::LogGroup');

    expect(logs.length).toBeGreaterThan(0);
    expect(logs.filter(({ properties }) => properties['RetentionInDays'] === undefined)).toEqual([]);
  }
});

it('Operators find base URL, table, queues, schedules, key and alarms in the outputs', () => {
  const outputs = (template: 'data' | 'api' | 'workers') =>
    Object.keys(templates.prod[template].findOutputs('*'));

  expect(outputs('data')).toEqual(
    expect.arrayContaining(['ExportsBucketName', 'TableName', 'SecretsKeyArn']),
  );
  expect(outputs('api')).toEqual(expect.arrayContaining(['AlarmTopicArn', 'BaseUrl', 'TicketTopicArn']));
  expect(outputs('workers').toSorted()).toEqual([
    'ScheduleGroupName',
    'deliveriesQueueUrl',
    'eventspublishDeadLettersUrl',
    'exportsQueueUrl',
    'fanoutsQueueUrl',
    'jobsQueueUrl',
    'sendsQueueUrl',
    'slowlaneQueueUrl',
    'syncsQueueUrl',
    'ticksQueueUrl',
  ]);
});

it('In prod a flood of requests to one function cannot use up other functions’ instances or the account’s', () => {
  const reserved = reservationsIn('prod');
  const sum = [...reserved.values()].reduce((total, count) => total + count, 0);
  const open = routedEndpoints.filter(({ definition }) => ['none', 'link'].includes(definition.auth));
  const named = [...open, fallback, agentEndpoint, ...slowEndpoints, ...workers].map(({ name }) => name);

  expect(Object.fromEntries(reserved)).toEqual(
    settingsOf('prod', { concurrencyQuota: 1000 }).capacity.reserved,
  );
  // An account has 1,000. Lambda keeps 100 unreserved; the endpoints without a reservation share at least 150
  // more.
  expect(1000 - sum).toBeGreaterThanOrEqual(250);
  expect([...reserved.keys()].toSorted()).toEqual(named.toSorted());
});

const slowEndpoints = routedEndpoints.filter(({ definition }) => definition.slow !== undefined);

it('Endpoints that connect to external servers, imports and dry runs are limited per workspace', () => {
  const outbound = routedEndpoints.filter(({ definition }) => definition.needs.includes('network:outbound'));
  const names = outbound.map(({ name }) => name);

  expect(names).toContain('webhooks.test');
  expect(slowEndpoints.map(({ name }) => name).toSorted()).toEqual(
    [...names, 'blocklist.import', 'campaigns.start', 'contacts.import'].toSorted(),
  );
});

it.each(slowEndpoints)('One workspace cannot use more than half of the instances of $name', (endpoint) => {
  const { auth, slow = { inFlightPerWorkspace: 0 } } = endpoint.definition;
  const reserved = reservationsIn('prod').get(endpoint.name) ?? 0;

  // Without a credential, there is no workspace to apply the limit to.
  expect(['credential', 'session']).toContain(auth);
  // The requests of two windows may run at the same time: lib/http/in-flight.ts.
  expect(2 * slow.inFlightPerWorkspace).toBeGreaterThan(0);
  expect(2 * slow.inFlightPerWorkspace).toBeLessThanOrEqual(reserved / 2);
});

it('In a stage with reservations the maximum concurrency of a queue consumer is its function’s, else a share of the quota', () => {
  const consumers = workers
    .filter(({ definition }) => definition.trigger === 'queue')
    .map(({ name }) => name);
  const reserved = reservationsIn('prod');

  expect(maximumsIn(templates.prod.workers)).toEqual(consumers.map((name) => [name, reserved.get(name)]));
  expect(maximumsIn(templates.local.workers)).toEqual(maximumsIn(templates.prod.workers));
  expect(Object.fromEntries(maximumsIn(templates.dev.workers))).toMatchObject({
    'emails.send': 13,
    'inbox.sync': 6,
    'campaigns.dispatch': 2,
  });
});

it('Only a stage with the dashboard setting has a dashboard', () => {
  const dashboardsOf = (dashboard: boolean) =>
    resourcesOf(
      synthesiseStage('prod', settingsOf('prod', { dashboard })).workers,
      'AWS::CloudWatch::Dashboard',
    ).length;

  expect([dashboardsOf(false), dashboardsOf(true)]).toEqual([0, 1]);
});

/** The maximum concurrency of each queue consumer; 0 without a maximum. */
function maximumsIn(template: Template): (readonly [string, number])[] {
  const Mapping = z.object({ ScalingConfig: z.object({ MaximumConcurrency: z.int() }) });
  const mappings = resourcesOf(template, 'AWS::Lambda::EventSourceMapping');

  return workers
    .filter(({ definition }) => definition.trigger === 'queue')
    .map(({ name }) => {
      const id = name.replaceAll(/[.-]/g, '');
      const mapping = mappings.find(({ logicalId }) => logicalId.startsWith(`${id}Operation`));

      return [
        name,
        Mapping.safeParse(mapping?.properties).data?.ScalingConfig.MaximumConcurrency ?? 0,
      ] as const;
    });
}

function reservationsIn(stage: StageName): ReadonlyMap<string, number> {
  const found = resourcesOf(templates[stage].service, 'AWS::Lambda::Function').flatMap((lambda) => {
    const reserved = lambda.properties['ReservedConcurrentExecutions'];

    return typeof reserved === 'number' ? [[operationOf(lambda), reserved] as const] : [];
  });

  return new Map(found);
}

it('Stages share no stack, and templates of the same stage are identical', () => {
  const [again, { dev, local }] = [synthesiseStage('dev'), templates];

  for (const stack of ['data', 'api', 'workers'] as const) {
    expect(again[stack].toJSON()).toEqual(dev[stack].toJSON());
    expect(dev[stack].toJSON()).not.toEqual(local[stack].toJSON());
  }
});

it.each(['dev', 'prod'] as const)(
  'In %s functions use the stack’s keys in AWS, without local endpoints or keys',
  (stage) => {
    const { data, service } = templates[stage];
    const Variables = z.object({ Variables: z.record(z.string(), z.unknown()) });
    const environments = resourcesOf(service, 'AWS::Lambda::Function').map(
      ({ properties }) => z.parse(Variables, properties['Environment']).Variables,
    );
    const keys = resourcesOf(data, 'AWS::KMS::Key');

    expect(keys).toHaveLength(2);
    for (const [name, at] of [
      ['SECRETS_KEY_ARN', 0],
      ['SIGNING_KEY_ARN', 1],
    ] as const) {
      const used = environments.flatMap((each) => (each[name] === undefined ? [] : [render(each[name])]));

      expect(used.length).toBeGreaterThan(0);
      expect(new Set(used).size).toBe(1);
      expect(used[0]).toContain(keys[at]?.logicalId.replace(/[0-9A-F]{8}$/, ''));
    }
    expect(environments.flatMap(Object.keys).filter((name) => name.startsWith('AWS_'))).toEqual([]);
    expect(JSON.stringify(environments)).not.toMatch(/kms\.key|127\.0\.0\.1|localhost/);
  },
);
