import { expect, test } from 'vitest';
import { type Access, createPolicy, findUnknown, type Statement } from '../../../infra/local/iam/policy.ts';

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
const keys = (...values: string[]): Access => ({ ...read, context: { 'dynamodb:LeadingKeys': values } });
const passed = onlyIf('StringEquals', 'iam:PassedToService', 'scheduler.amazonaws.com');
const passing = (service: string): Access => ({ ...read, context: { 'iam:PassedToService': [service] } });
const withContext = onlyIf('Null', 'kms:EncryptionContextKeys', 'false');
const withoutContext = onlyIf('Null', 'kms:EncryptionContextKeys', 'true');
const encrypting: Access = { ...read, context: { 'kms:EncryptionContextKeys': ['workspaceId'] } };

test.for<[string, Statement[], Access, boolean]>([
  ['nothing, where nothing is said', [], read, false],
  ['what it names', [allow()], read, true],
  ['another action', [allow()], { ...read, action: 'dynamodb:Scan' }, false],
  ['another resource', [allow()], { ...read, resource: `${table}/index/gsi1` }, false],
  ['one of several actions', [allow({ actions: ['dynamodb:Scan', 'dynamodb:Query'] })], read, true],
  ['one of several resources', [allow({ resources: ['arn:aws:sqs:x:y:z', table] })], read, true],
  ['what one of several statements names', [allow({ actions: ['sqs:SendMessage'] }), allow()], read, true],
  [
    'an action of one and a resource of another',
    [allow({ resources: [] }), allow({ actions: [] })],
    read,
    false,
  ],
  ['an action in other letters', [allow({ actions: ['DynamoDB:query'] })], read, true],
  ['a resource in other letters', [allow({ resources: [table.toLowerCase()] })], read, false],
  ['all actions of a service', [allow({ actions: ['dynamodb:*'] })], read, true],
  ['all actions of another service', [allow({ actions: ['sqs:*'] })], read, false],
  ['actions by their beginning', [allow({ actions: ['dynamodb:Q*'] })], read, true],
  ['one letter', [allow({ actions: ['dynamodb:Quer?'] })], read, true],
  ['one letter that is missing', [allow({ actions: ['dynamodb:Query?'] })], read, false],
  ['a name that the pattern is part of', [allow({ actions: ['dynamodb:Quer'] })], read, false],
  ['everything', [allow({ actions: ['*'], resources: ['*'] })], read, true],
  ['resources by their beginning', [allow({ resources: [`${table.slice(0, -2)}*`] })], read, true],
  [
    'any region, but not the account with it',
    [allow({ resources: ['arn:aws:dynamodb:*:table/Table'] })],
    read,
    false,
  ],
  ['a dot for any letter', [allow({ resources: [table.replace('Table', 'T.ble')] })], read, false],
  [
    'a colon in a name',
    [allow({ resources: ['arn:aws:logs:r:a:log-group:*'] })],
    { ...read, resource: 'arn:aws:logs:r:a:log-group:g:log-stream:s' },
    true,
  ],
  ['what is denied elsewhere', [allow(), allow({ effect: 'Deny' })], read, false],
  [
    'what is denied under a condition that holds not',
    [allow(), { ...leading('X#*'), effect: 'Deny' }],
    keys('Y#1'),
    true,
  ],
  ['what is only not denied', [allow({ effect: 'Deny', actions: ['dynamodb:Scan'] })], read, false],
  ['a leading key', [leading('KEY#*')], keys('KEY#1'), true],
  ['several leading keys', [leading('KEY#*', 'USER#*')], keys('KEY#1', 'USER#2'), true],
  ['one wrong leading key among right ones', [leading('KEY#*', 'USER#*')], keys('KEY#1', 'W#2'), false],
  ['a key with the right one inside', [leading('KEY#*')], keys('W#1 KEY#1'), false],
  ['a key of several lines', [leading('KEY#*')], keys('KEY#\n1'), true],
  ['a request without keys, as IAM does', [leading('KEY#*')], read, true],
  ['the service that a role is passed to', [passed], passing('scheduler.amazonaws.com'), true],
  ['another service', [passed], passing('lambda.amazonaws.com'), false],
  ['no service', [passed], read, false],
  ['a context where one must be', [withContext], encrypting, true],
  ['none where one must be', [withContext], read, false],
  ['a context where none may be', [withoutContext], encrypting, false],
  ['none where none may be', [withoutContext], read, true],
  [
    'what fulfils one of two conditions',
    [allow({ conditions: [...withContext.conditions, ...passed.conditions] })],
    encrypting,
    false,
  ],
])('a role decides on %s', ([, statements, access, isAllowed]) => {
  expect(createPolicy(statements)(access)).toBe(isAllowed);
});

test.for<[string, Statement, string | undefined]>([
  ['what is known', leading('KEY#*'), undefined],
  [
    'an operator',
    onlyIf('ForAnyValue:StringLike', 'dynamodb:LeadingKeys', 'A'),
    'the condition ForAnyValue:StringLike',
  ],
  [
    'a part of one',
    onlyIf('StringEqualsIfExists', 'iam:PassedToService', 'A'),
    'the condition StringEqualsIfExists',
  ],
  ['a key', onlyIf('StringEquals', 'aws:SourceIp', 'A'), 'the condition key aws:SourceIp'],
  ['a variable', leading(`\${aws:userid}`), `the variable in \${aws:userid}`],
])('what no role could be judged by is named: %s', ([, statement, unknown]) => {
  expect(findUnknown(statement)).toBe(unknown);
});
