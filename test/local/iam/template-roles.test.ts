import { expect, test } from 'vitest';
import { UserError } from '../../../infra/command-line/user-error.ts';
import { readResources } from '../../../infra/local/template/resources.ts';
import { readRole } from '../../../infra/local/template/roles.ts';

const deploymentTarget = { region: 'eu-west-1', accountId: '000000000000', queueUrls: new Map() };
const arn = 'arn:aws:iam::000000000000:role/Role';
const statement = {
  Effect: 'Allow',
  Action: 'dynamodb:Query',
  Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Table', 'Arn'] }, '/index/gsi1']] },
};

function read(part: object, properties: object = {}, others: Record<string, { Type: string }> = {}) {
  const Statement = [{ ...statement, ...part }];
  const Resources = {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: {} },
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: { Policies: [{ PolicyDocument: { Statement } }], ...properties },
    },
    ...Object.fromEntries(Object.entries(others).map(([id, other]) => [id, { ...other, Properties: {} }])),
  };
  const template = { Resources, Outputs: {}, Parameters: {} };

  return readRole(readResources({ templates: [template], assetPaths: new Map() }, deploymentTarget), arn);
}

test('a role is read with its resources and conditions resolved', () => {
  const Condition = { Null: { 'kms:EncryptionContextKeys': 'false' } };

  expect(read({ Action: ['dynamodb:Query', 'dynamodb:Scan'], Condition })).toEqual({
    name: 'Role',
    statements: [
      {
        effect: 'Allow',
        actions: ['dynamodb:Query', 'dynamodb:Scan'],
        resources: ['arn:aws:dynamodb:eu-west-1:000000000000:table/Table/index/gsi1'],
        conditions: [{ operator: 'Null', key: 'kms:EncryptionContextKeys', values: ['false'] }],
      },
    ],
  });
});

test.for<[string, () => unknown, string]>([
  [
    'a condition',
    () => read({ Condition: { Bool: { 'aws:SecureTransport': 'true' } } }),
    'does not support the condition Bool in Role',
  ],
  ['NotAction', () => read({ NotAction: 'dynamodb:Scan' }), 'NotAction'],
  [
    'a managed policy',
    () => read({}, { ManagedPolicyArns: ['arn:aws:iam::aws:policy/X'] }),
    'ManagedPolicyArns',
  ],
  ['a boundary', () => read({}, { PermissionsBoundary: 'arn:aws:iam::aws:policy/X' }), 'PermissionsBoundary'],
  ['an attached policy', () => read({}, {}, { Policy: { Type: 'AWS::IAM::Policy' } }), 'not attached ones'],
])('a stack with %s in a role does not start', ([, start, words]) => {
  expect(start).toThrow(UserError);
  expect(start).toThrow(words);
});

test('a function with a role that is not in the template does not start', () => {
  expect(() => readRole([], arn)).toThrow(`The template has no role ${arn}`);
});
