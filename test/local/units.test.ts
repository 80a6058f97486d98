import { expect, vi } from 'vitest';
import { parseForwardStep } from '../../infra/local/control-program.ts';
import { dynamoDbLocalPackage } from '../../infra/local/engines/dynamodb-local.ts';
import { downloadPackage } from '../../infra/local/engines/maven.ts';
import { readSettings } from '../../infra/local/settings.ts';
import { matchesPattern } from '../../infra/local/sources/event-pattern.ts';
import { failedItems } from '../../infra/local/sources/item-failures.ts';
import { startParts } from '../../infra/local/started-parts.ts';
import { stackTest as test } from './support/stack.ts';

test.for([
  ['+90s', 90_000],
  ['+15m', 900_000],
  ['+3d', 259_200_000],
  ['+1d12h', 129_600_000],
  ['-1d', undefined],
  ['3d', undefined],
  ['+3', undefined],
  ['+', undefined],
] as const)('the step %s is %s milliseconds', ([text, milliseconds]) => {
  expect(parseForwardStep(text)).toBe(milliseconds);
});

const insert = { eventName: 'INSERT', dynamodb: { Keys: { pk: { S: 'OUTBOX#1' } }, size: 7 } };

test.for([
  ['an equal value', { eventName: ['INSERT'] }, true],
  ['one of several values', { eventName: ['REMOVE', 'INSERT'] }, true],
  ['another value', { eventName: ['REMOVE'] }, false],
  ['a prefix', { dynamodb: { Keys: { pk: { S: [{ prefix: 'OUTBOX#' }] } } } }, true],
  ['another prefix', { dynamodb: { Keys: { pk: { S: [{ prefix: 'W#' }] } } } }, false],
  ['two fields, with a match in only one', { eventName: ['INSERT'], other: ['x'] }, false],
] as const)('a filter for %s matches correctly', ([, pattern, expected]) => {
  expect(matchesPattern(pattern, insert)).toBe(expected);
});

test('a filter with an unsupported operator is an error', () => {
  expect(() => matchesPattern({ eventName: [{ cidr: '10.0.0.0/8' }] }, insert)).toThrow('cidr');
});

const error = { errorType: 'Error', errorMessage: 'x', trace: [] };
const report = (...ids: string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

test.for([
  ['a function error', { kind: 'error', error }, ['a', 'b']],
  ['an empty report', { kind: 'answer', payload: report() }, []],
  ['no answer', { kind: 'answer', payload: null }, []],
  ['a report of one message', { kind: 'answer', payload: report('b') }, ['b']],
  ['a report of an item that is not in the batch', { kind: 'answer', payload: report('b', 'z') }, ['a', 'b']],
  ['a response that is not a report', { kind: 'answer', payload: { batchItemFailures: ['b'] } }, ['a', 'b']],
] as const)('after %s, exactly these items are retried', ([, result, expected]) => {
  expect([...failedItems(result, ['a', 'b'], true)]).toEqual(expected);
});

test('without ReportBatchItemFailures every response means success', () => {
  expect(failedItems({ kind: 'answer', payload: report('a') }, ['a'], false).size).toBe(0);
});

test('external engines are used with the credentials of the environment', () => {
  const settings = readSettings({
    AWS_ENDPOINT_URL_DYNAMODB: 'http://localhost:8000',
    AWS_ENDPOINT_URL_SQS: '',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });

  expect(settings).toMatchObject({
    port: 3000,
    region: 'us-east-1',
    external: { dynamodb: 'http://localhost:8000', sqs: undefined },
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
});

test('the stack’s own engines do not get the machine’s credentials', () => {
  expect(readSettings({ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 's' }).credentials).toBeUndefined();
});

test.for(['abc', '-1', '70000', '1.5'])('PORT=%s is refused with an error that names PORT', (port) => {
  expect(() => readSettings({ PORT: port })).toThrow('PORT must be a number');
});

test('without Maven, a download says which command is missing', async ({ folder, onTestFinished }) => {
  vi.stubEnv('PATH', folder);
  onTestFinished(() => void vi.unstubAllEnvs());

  await expect(downloadPackage(dynamoDbLocalPackage, folder)).rejects.toThrow(
    'The command mvn was not found.',
  );
});

test('where no embedded engine is installed, DynamoDB Local is downloaded, unless its folder or a DynamoDB is named', () => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

  expect(readSettings({}, true).dynamoDbLocal).toBeUndefined();
  expect(readSettings({}, false)).toMatchObject({ dynamoDbLocal: { folder: undefined }, credentials });
  for (const isInstalled of [true, false]) {
    expect(readSettings({ DYNAMODB_LOCAL: 'here' }, isInstalled)).toMatchObject({
      dynamoDbLocal: { folder: 'here' },
      credentials,
    });
  }
  expect(
    readSettings({ AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000' }, false).dynamoDbLocal,
  ).toBeUndefined();
});

test('a failed start has its own error, also if a started part cannot be stopped', async () => {
  const stops: string[] = [];
  const start = startParts(async (parts) => {
    parts.add(() => stops.push('first'));
    parts.add(() => {
      throw new Error('cannot be stopped');
    });
    throw new Error('cannot be started');
  });

  await expect(start).rejects.toThrow('cannot be started');
  expect(stops).toEqual(['first']);
});
