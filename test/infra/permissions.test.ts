import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fallback, routedEndpoints, workers } from '#lib/operations.ts';
import { type Capability, variablesOf } from '#lib/runtime/capabilities.ts';
import type { Worker } from '#lib/runtime/worker.ts';
import { queueNames } from '#lib/values/queues.ts';
import { recordOf } from '#lib/values/record-of.ts';
import { grantsOf } from './role-grants.ts';
import { operationOf, type Resource, resourcesOf, synthesiseStage, targetOf } from './synthesised.ts';

const { service } = synthesiseStage('prod');
const functions = resourcesOf(service, 'AWS::Lambda::Function');
const roles = resourcesOf(service, 'AWS::IAM::Role');
const operations = [...routedEndpoints, fallback, ...workers];

const table = '<outreach-prod-data:ExportsOutputFnGetAttTableArn>';
const stream = '<outreach-prod-data:ExportsOutputFnGetAttTableStreamArn>';
const key = '<outreach-prod-data:ExportsOutputFnGetAttSecretsKeyArn>';
const bucket = '<outreach-prod-data:ExportsOutputFnGetAttExportsBucketArn>';
const managing = (schedules: string) => [
  ...['CreateSchedule', 'UpdateSchedule', 'DeleteSchedule'].map(
    (action) =>
      `scheduler:${action} arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/<${schedules}Group>/*`,
  ),
  `iam:PassRole <${schedules}Role.Arn> if StringEquals iam:PassedToService scheduler.amazonaws.com`,
];
const hasContext = ' if Null kms:EncryptionContextKeys false';

/** Permissions on other resources than the table. `infra/ACCESS.md` has the permissions on its items. */
const granted: Record<Capability, string[]> = {
  'table:read': [],
  'table:write': [],
  'requests:count': [],
  'callers:authenticate': [],
  'sessions:open': [],
  'logins:read': [],
  'sessions:end': [],
  'passwords:reset': [],
  'users:write': [],
  'api-keys:write': [],
  'authority:check': [],
  'audit-log:write': [],
  'invitations:write': [],
  'oauth-clients:read': [],
  'visits:record': [],
  'visits:unsubscribe': [],
  ...recordOf(
    queueNames.map((name) => `${name}:send` as const),
    (need) => [`sqs:SendMessage <${need.split(':')[0]}Queue.Arn>`],
  ),
  'sends:count': ['sqs:GetQueueAttributes <sendsQueue.Arn>'],
  'dead-letters:count': [
    ...queueNames.map((name) => `sqs:GetQueueAttributes <${name}DeadLettersQueue.Arn>`),
    'sqs:GetQueueAttributes <eventspublishDeadLettersQueue.Arn>',
  ],
  'schedules:manage': managing('CampaignSchedules'),
  'secrets:seal': [`kms:GenerateDataKey ${key}${hasContext}`, `kms:Decrypt ${key}${hasContext}`],
  'secrets:open': [`kms:Decrypt ${key}${hasContext}`],
  'exports:write': ['s3:PutObject', 's3:AbortMultipartUpload'].map((action) => `${action} ${bucket}/*`),
  'exports:delete': [`s3:DeleteObject ${bucket}/*`],
  'exports:download': [`s3:GetObject ${bucket}/*`],
  'tokens:sign': [`kms:GenerateMac ${key.replace('SecretsKey', 'SigningKey')}`],
  'addresses:check': [],
  'network:outbound': [],
  'webhooks:pace': [],
  'links:make': [],
};

describe('A function has exactly the permissions of its needs', () => {
  it.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s',
    (name, { definition }) => {
      const lambda = requireFunction(name);
      const id = name.replaceAll(/[.-]/g, '');
      const logs = 'trigger' in definition ? `<${id}OperationLogs.Arn>` : '<EndpointLogs.Arn>';

      expect(new Set([...grantsOf(requireRole(lambda))].filter((grant) => !isOnItems(grant)))).toEqual(
        new Set([
          `logs:CreateLogStream ${logs}`,
          `logs:PutLogEvents ${logs}`,
          ...definition.needs.flatMap((need) => granted[need]),
          ...('trigger' in definition ? triggerGrants(id, definition) : []),
        ]),
      );
    },
  );

  it('restricts every permission to write items to some kinds', () => {
    const onItems = roles
      .flatMap((role) => [...grantsOf(role)])
      .filter((grant) => isOnItems(grant) && !/^dynamodb:(?:BatchGetItem|Query) /.test(grant));

    expect(onItems.length).toBeGreaterThan(functions.length);
    for (const grant of onItems) {
      expect(grant).toMatch(/ if ForAllValues:String(Not)?Like dynamodb:LeadingKeys \S/);
      expect(grant.split(' ').at(-1)?.split(',')).not.toContain('*');
    }
  });

  it('holds its grants in the role itself, without attached policies', () => {
    expect(resourcesOf(service, 'AWS::IAM::Policy')).toEqual([]);
    expect(resourcesOf(service, 'AWS::IAM::ManagedPolicy')).toEqual([]);
    expect(resourcesOf(service, 'AWS::Lambda::Permission')).toEqual([]);

    for (const role of roles) {
      expect(role.properties).not.toHaveProperty('ManagedPolicyArns');
    }
  });

  it('does not share its role', () => {
    const used = functions.map((lambda) => requireRole(lambda).logicalId);

    expect(new Set(used).size).toBe(functions.length);
  });
});

it('No role of the service has a wildcard for an action or a whole resource', () => {
  const grants = roles
    .flatMap((role) => [...grantsOf(role)])
    .filter((grant) => grant !== 'dynamodb:ListStreams *');

  expect(grants.length).toBeGreaterThan(functions.length);
  expect(grants.filter((grant) => /^\S*\*/.test(grant))).toEqual([]);
  expect(grants.filter((grant) => / \*/.test(grant))).toEqual([]);
  expect(
    grants.filter(
      (grant) =>
        grant.includes('*') &&
        !/:schedule\/<\w+Group>\//.test(grant) &&
        !grant.includes('#*') &&
        // Files of the dashboard, with a hash in their names, and chapters of the reference.
        !/^s3:GetObject <DashboardFiles.Arn>\/(?:assets|docs)\/\*$/.test(grant) &&
        !grant.endsWith(`${bucket}/*`),
    ),
  ).toEqual([]);
});

it('EventBridge Scheduler assumes its roles only for a schedule group of this account', () => {
  const assumed = roles.map((role) => JSON.stringify(role.properties['AssumeRolePolicyDocument']));
  const byScheduler = assumed.filter((policy) => policy.includes('scheduler.amazonaws.com'));

  // For the schedules of campaigns, and for each scheduled worker.
  const scheduled = workers.filter(({ definition }) => definition.trigger === 'schedule');
  expect(byScheduler).toHaveLength(1 + scheduled.length);
  for (const policy of byScheduler) {
    expect(policy).toContain('aws:SourceAccount');
    expect(policy).toContain('aws:SourceArn');
  }
});

it.each(operations)('$name has exactly the variables of its needs, and its name', ({ name, definition }) => {
  const Environment = z.object({ Variables: z.record(z.string(), z.unknown()) });
  const { Variables } = z.parse(Environment, requireFunction(name).properties['Environment']);
  const expected = definition.needs.flatMap(variablesOf);

  expect(new Set(Object.keys(Variables))).toEqual(new Set(['OPERATION', 'PRIMING', ...expected]));
  expect(Variables['OPERATION']).toBe(name);
});

function triggerGrants(id: string, worker: Worker): string[] {
  switch (worker.trigger) {
    case 'queue':
      return ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map(
        (action) => `sqs:${action} <${worker.queue}Queue.Arn>`,
      );
    case 'stream':
      return [
        ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((it) => `dynamodb:${it} ${stream}`),
        // IAM accepts no resource for it.
        'dynamodb:ListStreams *',
        `sqs:SendMessage <${id}DeadLettersQueue.Arn>`,
      ];
    case 'schedule':
      return [];
  }
}

function isOnItems(grant: string): boolean {
  return grant.split(' ')[1]?.split('/')[0] === table;
}

function requireFunction(operation: string): Resource {
  return requireDefined(functions.find((lambda) => operationOf(lambda) === operation));
}

function requireRole(lambda: Resource): Resource {
  return requireDefined(roles.find(({ logicalId }) => logicalId === targetOf(lambda.properties['Role'])));
}

function requireDefined<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw new Error('The template lacks it.');
  }

  return value;
}

it.each([
  fallback,
  ...routedEndpoints.filter(({ definition: { auth } }) => auth === 'link' || auth === 'none'),
])('$name is public, so it cannot decrypt', ({ name }) => {
  const actions = [...grantsOf(requireRole(requireFunction(name)))].map((grant) => grant.split(' ')[0]);

  expect(actions.filter((action) => /^kms:(?!GenerateMac$)/.test(action ?? ''))).toEqual([]);
});
