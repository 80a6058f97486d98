import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type ClientRequest, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConditionalCheckFailedException, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { ConditionFailed } from '#lib/storage/table.ts';
import { createClockBuffer, installClock } from '../../infra/local/clock.ts';
import { createClients } from '../../infra/local/resources/clients.ts';
import { connected } from '../support/stack.ts';
import { setClock } from '../workers/support/clock.ts';
import { createPool } from './support/function-pool.ts';

/*
 * The SDK compares its clock with the `Date` header of a response. If they differ by four minutes or more, it takes
 * every error for a consequence of the difference and retries it.
 */

const tenMinutesMs = 600_000;
const code = `
  import { DynamoDBClient, PutItemCommand } from '${import.meta.resolve('@aws-sdk/client-dynamodb')}';
  const client = new DynamoDBClient();
  export const handler = async () => {
    const item = { pk: { S: 'a' }, sk: { S: 'a' } };
    return client.send(new PutItemCommand({ TableName: 'Table', Item: item })).catch(({ name }) => name);
  };`;

test('a function with a clock that is ahead sends a write once if its condition fails', async () => {
  const table = await startTable();
  const { invoke, clock } = createPool(code, { endpoints: { dynamodb: table.endpoint } });
  new BigInt64Array(clock)[0] = BigInt(tenMinutesMs);

  expect(await invoke({})).toEqual({ kind: 'answer', payload: 'ConditionalCheckFailedException' });
  expect(table.calls()).toBe(1);
});

test('a test with a clock that is ahead sends a write once if its condition fails', async () => {
  setClock(Date.now() + tenMinutesMs);
  // All attempts of a call have one id. The process may have other calls in flight.
  const puts: unknown[] = [];
  const collectPut = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const isPut = request.getHeader('x-amz-target') === 'DynamoDB_20120810.PutItem';
    if (isPut) puts.push(request.getHeader('amz-sdk-invocation-id'));
  };
  subscribe('http.client.request.start', collectPut);
  onTestFinished(() => void unsubscribe('http.client.request.start', collectPut));

  const put = connected().table.put({ put: { pk: 'MOVED-CLOCK', sk: 'A' }, if: { pk: 'present' } });

  await expect(put).rejects.toBeInstanceOf(ConditionFailed);
  expect(puts.length).toBeGreaterThan(0);
  expect(new Set(puts).size).toBe(puts.length);
});

test('the stack itself sends a call once if its clock is ahead and the call fails', async () => {
  const table = await startTable();
  const { endpoint } = table;
  const engines = {
    dynamodb: endpoint,
    streams: endpoint,
    sqs: endpoint,
    scheduler: endpoint,
    kms: endpoint,
    s3: endpoint,
  };
  const clients = createClients('eu-west-1', engines, { accessKeyId: 'local', secretAccessKey: 'local' });
  const clock = installClock(createClockBuffer(tenMinutesMs));
  onTestFinished(() => {
    clock.uninstall();
    clients.close();
  });
  const put = new PutItemCommand({ TableName: 'Table', Item: { pk: { S: 'a' }, sk: { S: 'a' } } });

  await expect(clients.dynamodb.send(put)).rejects.toBeInstanceOf(ConditionalCheckFailedException);
  expect(table.calls()).toBe(1);
});

/** A table where every condition fails. Its responses have the real time. */
async function startTable() {
  let calls = 0;
  const date = new Date().toUTCString();
  const server = createServer((request, response) => {
    calls += 1;
    request.resume().once('end', () => {
      response.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0', Date: date });
      response.end('{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
  };
}
