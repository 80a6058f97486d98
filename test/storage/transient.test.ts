import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, test } from 'vitest';
import { clientSettings } from '#lib/runtime/aws-client.ts';
import { dynamoTable } from '#lib/storage/dynamo-table.ts';
import { type Table, TransactionRefused } from '#lib/storage/table.ts';

/* The local engine never throttles or hangs, so a test server responds as AWS documents it. */

type Answer = (response: ServerResponse) => void;

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A table with a server that returns these responses in order and repeats the last one. */
async function tableThatAnswers(...answers: Answer[]): Promise<{ table: Table; calls: () => number }> {
  let calls = 0;
  const answerInTurn: RequestListener = (request, response) => {
    request.resume().once('end', () => answers[Math.min(calls++, answers.length - 1)]?.(response));
  };
  const table = await tableAt(answerInTurn, { requestTimeout: 200 });

  return { table, calls: () => calls };
}

/** A table with this listener as its service. @param settings other than the settings of the service */
async function tableAt(
  listener: RequestListener,
  settings: { readonly requestTimeout?: number } = {},
): Promise<Table> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new DynamoDBClient({
    ...clientSettings,
    requestHandler: { ...clientSettings.requestHandler, ...settings },
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  closing.push(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });

  return dynamoTable(client, 'table');
}

const answer =
  (status: number, body: unknown): Answer =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  };
const done = answer(200, {});
const never: Answer = () => undefined;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
function cancelled(...codes: string[]): Answer {
  return answer(400, {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: 'Transaction cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
}

const writes = [{ put: { pk: 'a', sk: 'a' }, if: { pk: 'absent' } }, { put: { pk: 'b', sk: 'b' } }] as const;

describe('a transaction', () => {
  test.each(['ThrottlingError', 'ProvisionedThroughputExceeded', 'TransactionConflict'])(
    'that was cancelled with %s is retried until it is committed',
    async (code) => {
      const { table, calls } = await tableThatAnswers(cancelled('None', code), cancelled(code, 'None'), done);

      await table.transact(writes);

      expect(calls()).toBe(3);
    },
  );

  test('that was throttled while a condition failed is rejected immediately', async () => {
    const { table, calls } = await tableThatAnswers(cancelled('ConditionalCheckFailed', 'ThrottlingError'));

    await expect(table.transact(writes)).rejects.toBeInstanceOf(TransactionRefused);
    expect(calls()).toBe(1);
  });

  test('that fails for a permanent reason is not retried', async () => {
    const { table, calls } = await tableThatAnswers(cancelled('None', 'ItemCollectionSizeLimitExceeded'));

    await expect(table.transact(writes)).rejects.toThrow('Transaction cancelled');
    expect(calls()).toBe(1);
  });
});

describe('a call without a response', () => {
  test('is retried after its time-out', async () => {
    const { table, calls } = await tableThatAnswers(never, done);

    await table.transact(writes);

    expect(calls()).toBe(2);
  });

  test('fails when all tries time out', async () => {
    const { table, calls } = await tableThatAnswers(never);

    await expect(table.transact(writes)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(calls()).toBe(clientSettings.maxAttempts);
  });
});

test('100 concurrent reads succeed after all idle connections were closed', async () => {
  const open = new Set<Socket>();
  const closed = new Set<Socket>();
  const table = await tableAt((request, response) => {
    const { socket } = request;
    // A connection that its service closed during a freeze looks like this to the client.
    if (closed.has(socket)) return void socket.destroy();
    open.add(socket);
    request.resume().once('end', () => done(response));
  });
  const readAll = () =>
    Promise.all(Array.from({ length: 100 }, () => table.query({ pk: 'a', sk: { prefix: 'b' }, limit: 1 })));
  await readAll();
  for (const socket of open) closed.add(socket);

  expect(await readAll()).toHaveLength(100);
});

test('all tries of a call fit into the 25 seconds of an endpoint', () => {
  const { maxAttempts, requestHandler } = clientSettings;

  expect(maxAttempts * requestHandler.requestTimeout).toBeLessThan(25_000);
});

test('every AWS client has the time-outs', () => {
  const sources = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join('lib', path), 'utf8'));
  const made = sources.flatMap((source) => [...source.matchAll(/new \w+Client\(([^)]*)\)/g)]);

  expect(made.length).toBeGreaterThan(3);
  for (const [, settings] of made)
    expect(settings).toMatch(/^(?:clientSettings$|\{\s*\.\.\.clientSettings,)/);
});
