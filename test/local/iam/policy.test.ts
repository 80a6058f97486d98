import { expect, test } from 'vitest';
import {
  type Access,
  createPolicy,
  findUnsupported,
  type Statement,
} from '../../../infra/local/iam/policy.ts';

const table = 'arn:aws:dynamodb:eu-west-1:000000000000:table/Table';
const read: Access = { action: 'dynamodb:Query', resource: table, context: {} };
const allow = (part: Partial<Statement> = {}): Statement => ({
  effect: 'Allow',
  actions: ['dynamodb:Query'],
  resources: [table],
  conditions: [],
  ...part,
});
const onlyIf = (operator: string, key: string, ...values: string[]) =>
  allow({ conditions: [{ operator, key, values }] });
const leading = (...values: string[]) => onlyIf('ForAllValues:StringLike', 'dynamodb:LeadingKeys', ...values);
const notLeading = (...values: string[]) =>
  onlyIf('ForAllValues:StringNotLike', 'dynamodb:LeadingKeys', ...values);
const keys = (...values: string[]): Access => ({ ...read, context: { 'dynamodb:LeadingKeys': values } });
const passed = onlyIf('StringEquals', 'iam:PassedToService', 'scheduler.amazonaws.com');
const passing = (service: string): Access => ({ ...read, context: { 'iam:PassedToService': [service] } });
const withContext = onlyIf('Null', 'kms:EncryptionContextKeys', 'false');
const withoutContext = onlyIf('Null', 'kms:EncryptionContextKeys', 'true');
const encrypting: Access = { ...read, context: { 'kms:EncryptionContextKeys': ['workspaceId'] } };

test.for<[string, Statement[], Access, boolean]>([
  ['nothing without statements', [], read, false],
  ['the named action and resource', [allow()], read, true],
  ['not another action', [allow()], { ...read, action: 'dynamodb:Scan' }, false],
  ['not another resource', [allow()], { ...read, resource: `${table}/index/gsi1` }, false],
  ['one of several actions', [allow({ actions: ['dynamodb:Scan', 'dynamodb:Query'] })], read, true],
  ['one of several resources', [allow({ resources: ['arn:aws:sqs:x:y:z', table] })], read, true],
  [
    'an action and resource of one of several statements',
    [allow({ actions: ['sqs:SendMessage'] }), allow()],
    read,
    true,
  ],
  [
    'not the action of one statement with the resource of another',
    [allow({ resources: [] }), allow({ actions: [] })],
    read,
    false,
  ],
  ['an action in another case', [allow({ actions: ['DynamoDB:query'] })], read, true],
  ['not a resource in another case', [allow({ resources: [table.toLowerCase()] })], read, false],
  ['all actions of a service', [allow({ actions: ['dynamodb:*'] })], read, true],
  ['not the actions of another service', [allow({ actions: ['sqs:*'] })], read, false],
  ['actions by their prefix', [allow({ actions: ['dynamodb:Q*'] })], read, true],
  ['one letter', [allow({ actions: ['dynamodb:Quer?'] })], read, true],
  ['not a missing letter', [allow({ actions: ['dynamodb:Query?'] })], read, false],
  ['not a name that contains the pattern', [allow({ actions: ['dynamodb:Quer'] })], read, false],
  ['everything', [allow({ actions: ['*'], resources: ['*'] })], read, true],
  ['resources by their prefix', [allow({ resources: [`${table.slice(0, -2)}*`] })], read, true],
  [
    'not an account that the region’s wildcard would cover',
    [allow({ resources: ['arn:aws:dynamodb:*:table/Table'] })],
    read,
    false,
  ],
  ['not another character for a dot', [allow({ resources: [table.replace('Table', 'T.ble')] })], read, false],
  [
    'a colon in a name',
    [allow({ resources: ['arn:aws:logs:r:a:log-group:*'] })],
    { ...read, resource: 'arn:aws:logs:r:a:log-group:g:log-stream:s' },
    true,
  ],
  ['not an action that another statement denies', [allow(), allow({ effect: 'Deny' })], read, false],
  [
    'an action with a denial that has an unmet condition',
    [allow(), { ...leading('X#*'), effect: 'Deny' }],
    keys('Y#1'),
    true,
  ],
  [
    'not an action that is only not denied',
    [allow({ effect: 'Deny', actions: ['dynamodb:Scan'] })],
    read,
    false,
  ],
  ['a leading key', [leading('KEY#*')], keys('KEY#1'), true],
  ['several leading keys', [leading('KEY#*', 'USER#*')], keys('KEY#1', 'USER#2'), true],
  [
    'not one wrong leading key among permitted ones',
    [leading('KEY#*', 'USER#*')],
    keys('KEY#1', 'W#2'),
    false,
  ],
  ['not a key that contains a permitted one', [leading('KEY#*')], keys('W#1 KEY#1'), false],
  ['a key of several lines', [leading('KEY#*')], keys('KEY#\n1'), true],
  ['a request without keys, as IAM does', [leading('KEY#*')], read, true],
  ['a leading key of no excluded kind', [notLeading('KEY#*', 'USER#*')], keys('W#1', 'IDEM#2'), true],
  [
    'not one excluded leading key among others',
    [notLeading('KEY#*', 'USER#*')],
    keys('W#1', 'USER#2'),
    false,
  ],
  ['a key that contains an excluded one', [notLeading('KEY#*')], keys('W#KEY#1'), true],
  ['not an excluded key of several lines', [notLeading('KEY#*')], keys('KEY#\n1'), false],
  ['the service that a role is passed to', [passed], passing('scheduler.amazonaws.com'), true],
  ['not another service', [passed], passing('lambda.amazonaws.com'), false],
  ['not a missing service', [passed], read, false],
  ['a required context', [withContext], encrypting, true],
  ['not a missing required context', [withContext], read, false],
  ['not a forbidden context', [withoutContext], encrypting, false],
  ['an absent forbidden context', [withoutContext], read, true],
  [
    'not a request that meets one of two conditions',
    [allow({ conditions: [...withContext.conditions, ...passed.conditions] })],
    encrypting,
    false,
  ],
])('a role allows %s', ([, statements, access, isAllowed]) => {
  expect(createPolicy(statements)(access)).toBe(isAllowed);
});

test.for<[string, Statement, string | undefined]>([
  ['supported statements', leading('KEY#*'), undefined],
  [
    'an operator',
    onlyIf('ForAnyValue:StringLike', 'dynamodb:LeadingKeys', 'A'),
    'the condition ForAnyValue:StringLike',
  ],
  [
    'an unsupported part',
    onlyIf('StringEqualsIfExists', 'iam:PassedToService', 'A'),
    'the condition StringEqualsIfExists',
  ],
  ['a key', onlyIf('StringEquals', 'aws:SourceIp', 'A'), 'the condition key aws:SourceIp'],
  ['a variable', leading(`\${aws:userid}`), `the variable in \${aws:userid}`],
])('an unsupported part of a policy is named: %s', ([, statement, unknown]) => {
  expect(findUnsupported(statement)).toBe(unknown);
});
