import { expect, test } from 'vitest';
import { requiredAccesses, type ServiceCall } from '../../../infra/local/iam/access.ts';

const account = {
  accountId: '000000000000',
  partitionKeys: { T: 'pk', 'T/index/gsi1': 'gsi1pk' },
};
const accessLines = (
  service: string,
  operation: string,
  body: unknown,
  rest: Partial<ServiceCall> = {},
): string[] =>
  requiredAccesses(
    {
      service,
      operation,
      region: 'eu-west-1',
      method: 'POST',
      path: '/',
      body: body === undefined ? '' : JSON.stringify(body),
      ...rest,
    },
    account,
  ).map(
    ({ action, resource, context }) =>
      `${action} ${resource.replace(/^arn:aws:\w+:eu-west-1:000000000000:/, '')} ${Object.values(context).flat().join()}`,
  );

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'S' } });

test.for<[string, string, unknown, string[]]>([
  ['GetItem', 'one item', { TableName: 'T', Key: key('A') }, ['dynamodb:GetItem table/T A']],
  ['PutItem', 'one item', { TableName: 'T', Item: key('A') }, ['dynamodb:PutItem table/T A']],
  ['UpdateItem', 'one item', { TableName: 'T', Key: key('A') }, ['dynamodb:UpdateItem table/T A']],
  ['DeleteItem', 'one item', { TableName: 'T', Key: key('A') }, ['dynamodb:DeleteItem table/T A']],
  [
    'BatchGetItem',
    'items in several tables',
    { RequestItems: { T: { Keys: [key('A'), key('B'), key('A')] }, U: { Keys: [key('C')] } } },
    ['dynamodb:BatchGetItem table/T A,B', 'dynamodb:BatchGetItem table/U '],
  ],
  [
    'BatchWriteItem',
    'items that are put and deleted',
    { RequestItems: { T: [{ PutRequest: { Item: key('A') } }, { DeleteRequest: { Key: key('B') } }] } },
    ['dynamodb:BatchWriteItem table/T A,B'],
  ],
  [
    'TransactWriteItems',
    'a transaction',
    {
      TransactItems: [
        { Put: { TableName: 'T', Item: key('A') } },
        { Update: { TableName: 'T', Key: key('B') } },
        { Delete: { TableName: 'T', Key: key('C') } },
        { ConditionCheck: { TableName: 'T', Key: key('D') } },
        { Put: { TableName: 'T', Item: key('E') } },
      ],
    },
    [
      'dynamodb:PutItem table/T A,E',
      'dynamodb:UpdateItem table/T B',
      'dynamodb:DeleteItem table/T C',
      'dynamodb:ConditionCheckItem table/T D',
    ],
  ],
  [
    'TransactGetItems',
    'items',
    { TransactItems: [{ Get: { TableName: 'T', Key: key('A') } }] },
    ['dynamodb:GetItem table/T A'],
  ],
  [
    'Query',
    'a partition of the table',
    {
      TableName: 'T',
      KeyConditionExpression: '#pk = :v0 AND #sk >= :v1',
      ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
      ExpressionAttributeValues: { ':v0': { S: 'A' }, ':v1': { S: 'B' } },
    },
    ['dynamodb:Query table/T A'],
  ],
  [
    'Query',
    'a partition of an index, in any order of conditions',
    {
      TableName: 'T',
      IndexName: 'gsi1',
      KeyConditionExpression: 'pk = :s AND #p=:v0',
      ExpressionAttributeNames: { '#p': 'gsi1pk' },
      ExpressionAttributeValues: { ':s': { S: 'B' }, ':v0': { S: 'A' } },
    },
    ['dynamodb:Query table/T/index/gsi1 A'],
  ],
  ['Scan', 'an index', { TableName: 'T', IndexName: 'gsi1' }, ['dynamodb:Scan table/T/index/gsi1 ']],
  ['DescribeTable', 'a table', { TableName: 'T' }, ['dynamodb:DescribeTable table/T ']],
])('the accesses of %s are determined for %s', ([operation, , input, expected]) => {
  expect(accessLines('dynamodb', operation, input)).toEqual(expected);
});

test('a query without a recognisable partition is an error', () => {
  expect(() =>
    accessLines('dynamodb', 'Query', { TableName: 'T', KeyConditionExpression: 'a = :a' }),
  ).toThrow();
});

test.for(['SendMessage', 'SendMessageBatch'])(
  '%s needs a permission on the queue of its URL',
  (operation) => {
    const QueueUrl = 'http://127.0.0.1:4566/000000000000/Jobs';

    expect(accessLines('sqs', operation, { QueueUrl })).toEqual(['sqs:SendMessage Jobs ']);
  },
);

test('KMS calls include the keys of their encryption context', () => {
  const KeyId = 'arn:aws:kms:eu-west-1:000000000000:key/k';

  expect(accessLines('kms', 'Decrypt', { KeyId, EncryptionContext: { a: '1', b: '2' } })).toEqual([
    'kms:Decrypt key/k a,b',
  ]);
  expect(accessLines('kms', 'GenerateDataKey', { KeyId, EncryptionContext: {} })).toEqual([
    'kms:GenerateDataKey key/k ',
  ]);
  expect(accessLines('kms', 'Decrypt', {})).toEqual(['kms:Decrypt key/ ']);
});

test('creating or updating a schedule needs iam:PassRole for its target’s role', () => {
  const Target = { Arn: 'arn:target', RoleArn: 'arn:role' };
  const at = { path: '/schedules/cmp_1' };
  const passRole = 'iam:PassRole arn:role scheduler.amazonaws.com';

  expect(accessLines('scheduler', '', { GroupName: 'G', Target }, at)).toEqual([
    'scheduler:CreateSchedule schedule/G/cmp_1 ',
    passRole,
  ]);
  expect(accessLines('scheduler', '', { Target }, { ...at, method: 'PUT' })).toEqual([
    'scheduler:UpdateSchedule schedule/default/cmp_1 ',
    passRole,
  ]);
  expect(
    accessLines('scheduler', '', undefined, { path: '/schedules/cmp_1?groupName=G', method: 'DELETE' }),
  ).toEqual(['scheduler:DeleteSchedule schedule/G/cmp_1 ']);
});

test.for([
  ['GET', '/b/a/file', 's3:GetObject arn:aws:s3:::b/a/file '],
  ['HEAD', '/b/a/file', 's3:GetObject arn:aws:s3:::b/a/file '],
  ['PUT', '/b/a/file?x-id=PutObject', 's3:PutObject arn:aws:s3:::b/a/file '],
  ['POST', '/b/a/file?uploads=', 's3:PutObject arn:aws:s3:::b/a/file '],
  ['PUT', '/b/a/file?partNumber=1&uploadId=u', 's3:PutObject arn:aws:s3:::b/a/file '],
  ['POST', '/b/a/file?uploadId=u', 's3:PutObject arn:aws:s3:::b/a/file '],
  ['DELETE', '/b/a/file', 's3:DeleteObject arn:aws:s3:::b/a/file '],
  ['DELETE', '/b/a/file?uploadId=u', 's3:AbortMultipartUpload arn:aws:s3:::b/a/file '],
  ['GET', '/b?list-type=2&prefix=a', 's3:ListBucket arn:aws:s3:::b '],
  ['GET', '/b/?list-type=2', 's3:ListBucket arn:aws:s3:::b '],
  ['DELETE', '/b', 's3:DELETE /b arn:aws:s3:::b '],
])('%s %s needs a permission on the file or the bucket', ([method = '', path = '', expected]) => {
  expect(accessLines('s3', '', undefined, { method, path })).toEqual([expected]);
});

test('an unsupported call gets a name that no role allows', () => {
  expect(accessLines('scheduler', '', undefined, { path: '/schedules', method: 'GET' })).toEqual([
    'scheduler:GET /schedules schedule/default/ ',
  ]);
  expect(accessLines('sts', 'AssumeRole', {})).toEqual(['sts:AssumeRole * ']);
});
