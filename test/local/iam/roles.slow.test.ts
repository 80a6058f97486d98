import {
  BatchGetItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  type Update,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeAll, expect, inject, test } from 'vitest';
import { newId } from '#lib/values/ids.ts';
import { asCaller, takeRefusals } from '../../support/as-operation.ts';
import { callerOf } from '../../support/callers.ts';
import { refusalsIn } from '../../support/refusals.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';

const variable = (name: string) => process.env[name] ?? '';
const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'S' } });
const counting = (pk: string): Update => ({
  TableName: variable('TABLE_NAME'),
  Key: key(pk),
  UpdateExpression: 'ADD n :one',
  ExpressionAttributeValues: { ':one': { N: '1' } },
});

/** Calls of functions, by AWS's action names. They go to the real engines. */
const calls = {
  BatchGetItem: (pk: string) =>
    new DynamoDBClient().send(
      new BatchGetItemCommand({ RequestItems: { [variable('TABLE_NAME')]: { Keys: [key(pk)] } } }),
    ),
  Query: (pk: string) =>
    new DynamoDBClient().send(
      new QueryCommand({
        TableName: variable('TABLE_NAME'),
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: pk } },
      }),
    ),
  Scan: () => new DynamoDBClient().send(new ScanCommand({ TableName: variable('TABLE_NAME') })),
  UpdateItem: (pk: string) => new DynamoDBClient().send(new UpdateItemCommand(counting(pk))),
  PutItem: (pk: string) =>
    new DynamoDBClient().send(new PutItemCommand({ TableName: variable('TABLE_NAME'), Item: key(pk) })),
  DeleteItem: (pk: string) =>
    new DynamoDBClient().send(new DeleteItemCommand({ TableName: variable('TABLE_NAME'), Key: key(pk) })),
  /** A transaction of an allowed call and a denied call of a reader. */
  TransactWriteItems: (pk: string) =>
    new DynamoDBClient().send(
      new TransactWriteItemsCommand({
        TransactItems: [{ Update: counting('WINDOW#1') }, { Update: counting(pk) }],
      }),
    ),
  SendMessage: (queue: string) =>
    new SQSClient().send(
      new SendMessageCommand({ QueueUrl: variable(`${queue}_QUEUE_URL`), MessageBody: '{}' }),
    ),
  SendMessageBatch: (queue: string) =>
    new SQSClient().send(
      new SendMessageBatchCommand({
        QueueUrl: variable(`${queue}_QUEUE_URL`),
        Entries: [{ Id: '1', MessageBody: '{}' }],
      }),
    ),
  GenerateDataKey: (context: string) =>
    new KMSClient().send(
      new GenerateDataKeyCommand({
        KeyId: variable('SECRETS_KEY_ARN'),
        KeySpec: 'AES_256',
        ...(context !== '' && { EncryptionContext: { workspaceId: context } }),
      }),
    ),
  CreateSchedule: (group: string, role = variable('SCHEDULE_ROLE_ARN')) =>
    new SchedulerClient().send(
      new CreateScheduleCommand({
        GroupName: variable(group),
        Name: newId('cmp', Date.now()),
        ScheduleExpression: 'at(2099-01-01T00:00:00)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: variable('SCHEDULE_TARGET_ARN'), RoleArn: role, Input: '{}' },
      }),
    ),
};

type Call = readonly [keyof typeof calls, string, string?];

const run = ([name, ...given]: Call): Promise<unknown> => {
  const perform: (...given: string[]) => Promise<unknown> = calls[name];

  return perform(...given.map(String));
};

beforeAll(() => useOwnResources());

test.for<[string, string, Call]>([
  ['contacts.get', 'reads any partition', ['BatchGetItem', 'W#1']],
  ['contacts.get', 'reads an index', ['Query', 'W#1']],
  ['contacts.get', 'counts the requests of a key', ['UpdateItem', 'WINDOW#key_1']],
  ['contacts.get', 'counts the requests of a user', ['UpdateItem', 'WINDOW#usr_1']],
  ['contacts.create', 'writes an item of a workspace', ['PutItem', 'W#1']],
  ['contacts.create', 'writes many together', ['TransactWriteItems', 'W#1']],
  ['health.get', 'counts the requests of an address', ['UpdateItem', 'ADDRESS#1']],
  ['auth.login', 'reads a login', ['BatchGetItem', 'LOGIN#1']],
  ['campaigns.dispatch', 'sends to the queue that it needs', ['SendMessage', 'SENDS']],
  ['campaigns.dispatch', 'sends a batch of messages', ['SendMessageBatch', 'SENDS']],
  ['campaigns.dispatch', 'creates a schedule', ['CreateSchedule', 'SCHEDULE_GROUP_NAME']],
  ['webhooks.create', 'seals secrets', ['GenerateDataKey', 'wsp_1']],
])('%s has the permission that it needs: it %s', async ([operation, , call]) => {
  await asCaller(callerOf(operation), () => run(call));
});

test.for<[string, string, string, Call, { name?: string; status?: number }?]>([
  ['contacts.get', 'change anything except counters', 'dynamodb:UpdateItem', ['UpdateItem', 'W#1']],
  ['contacts.get', 'add a change to a counter update', 'dynamodb:UpdateItem', ['TransactWriteItems', 'W#1']],
  ['contacts.get', 'put a counter', 'dynamodb:PutItem', ['PutItem', 'WINDOW#key_1']],
  ['contacts.get', 'change the credential of a key', 'dynamodb:UpdateItem', ['UpdateItem', 'KEY#1']],
  ['contacts.get', 'read a login', 'dynamodb:BatchGetItem', ['BatchGetItem', 'LOGIN#1']],
  ['contacts.create', 'put the credential of a key', 'dynamodb:PutItem', ['PutItem', 'KEY#1']],
  ['contacts.create', 'change the credential of a user', 'dynamodb:UpdateItem', ['UpdateItem', 'USER#1']],
  ['contacts.get', 'delete', 'dynamodb:DeleteItem', ['DeleteItem', 'KEY#1']],
  ['contacts.create', 'scan', 'dynamodb:Scan', ['Scan', '']],
  ['health.get', 'read', 'dynamodb:BatchGetItem', ['BatchGetItem', 'ADDRESS#1']],
  ['health.get', 'count requests of credentials', 'dynamodb:UpdateItem', ['UpdateItem', 'WINDOW#key_1']],
  ['auth.login', 'read items other than logins', 'dynamodb:BatchGetItem', ['BatchGetItem', 'W#1']],
  ['webhooks.create', 'encrypt without a context', 'kms:GenerateDataKey', ['GenerateDataKey', '']],
  ['contacts.create', 'seal', 'kms:GenerateDataKey', ['GenerateDataKey', 'wsp_1']],
  [
    'campaigns.dispatch',
    'send to another queue',
    'sqs:SendMessage',
    ['SendMessage', 'DELIVERIES'],
    { name: 'AccessDenied', status: 403 },
  ],
  [
    'campaigns.dispatch',
    'send many messages to another queue',
    'sqs:SendMessage',
    ['SendMessageBatch', 'DELIVERIES'],
    { name: 'AccessDenied', status: 403 },
  ],
  [
    'campaigns.dispatch',
    'pass another role',
    'iam:PassRole',
    ['CreateSchedule', 'SCHEDULE_GROUP_NAME', 'arn:aws:iam::000000000000:role/another'],
    { status: 403 },
  ],
])(
  '%s may not %s',
  async ([operation, , action, call, { name = 'AccessDeniedException', status = 400 } = {}]) => {
    await expect(asCaller(callerOf(operation), () => run(call))).rejects.toMatchObject({
      name,
      message: expect.stringMatching(
        new RegExp(
          `^User: arn:aws:sts::000000000000:assumed-role/\\S+ is not authorized to perform: ${action} on resource: arn:`,
        ),
      ),
      $metadata: { httpStatusCode: status },
    });
    expect(takeRefusals()).toMatchObject([{ operation, access: { action } }]);
  },
);

test.for([
  ['GET', '/health'],
  ['POST', '/auth/login'],
])(
  'the function of %s %s, with few permissions, may make its priming request',
  async ([method = '', path]) => {
    const { status } = await fetch(`${inject('stack').baseUrl}${path}`, { method });

    expect(status).toBeLessThan(500);
    expect(refusalsIn(inject('stateFolder'))).toEqual([]);
  },
);

test('callers that are not functions have all permissions', async () => {
  await run(['DeleteItem', 'W#1']);
  await run(['Scan', '']);
});
