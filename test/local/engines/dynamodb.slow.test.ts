import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import {
  CreateTableCommand,
  DynamoDBClient,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDynamoDb } from '../../../infra/local/engines/dynamodb.ts';
import { listenOnLoopback } from '../../../infra/local/engines/loopback.ts';
import { credentials, region, spawnEngine, stopAfterTest, temporaryFolder } from './support.ts';

const TableName = 'things';

function clientFor(endpoint: string): DynamoDBClient {
  const client = new DynamoDBClient({ endpoint, region, credentials });
  onTestFinished(() => client.destroy());

  return client;
}

async function createTable(client: DynamoDBClient): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
    }),
  );
}

/** One transaction with three items, each with the number. */
async function writeThree(client: DynamoDBClient, number: number): Promise<void> {
  const put = (part: string) => ({
    Put: { TableName, Item: { pk: { S: 'P' }, sk: { S: `${String(number).padStart(4, '0')}#${part}` } } },
  });
  await client.send(new TransactWriteItemsCommand({ TransactItems: [put('a'), put('b'), put('c')] }));
}

async function readKeys(client: DynamoDBClient): Promise<string[]> {
  const input = {
    TableName,
    KeyConditionExpression: 'pk = :p',
    ExpressionAttributeValues: { ':p': { S: 'P' } },
  };
  const { Items = [] } = await client.send(new QueryCommand(input));

  return Items.map((item) => item['sk']?.S ?? '');
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, as it should.
  }
}

test('after kill -9 of the engine every acknowledged transaction is complete and no other is partial', async () => {
  const dataFolder = temporaryFolder();
  const pidFile = `${dataFolder}/engine.pid`;
  const exits: string[] = [];
  const first = await stopAfterTest(
    startDynamoDb({ dataFolder, pidFile, onExit: (reason) => exits.push(reason) }),
  );
  const writer = new DynamoDBClient({ endpoint: first.endpoint, region, credentials, maxAttempts: 1 });
  await createTable(writer);
  const acknowledged: number[] = [];
  const writing = (async () => {
    for (let number = 0; ; number += 1) {
      await writeThree(writer, number);
      acknowledged.push(number);
    }
  })().catch(() => undefined);
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(50), 5_000);
  process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
  await writing;
  await vi.waitFor(() => expect(exits).toHaveLength(1));
  expect(exits[0]).toContain('SIGKILL');

  const second = await stopAfterTest(startDynamoDb({ dataFolder, pidFile }));
  const keys = await readKeys(clientFor(second.endpoint));

  expect(keys.length % 3).toBe(0);
  expect(keys).toEqual(
    expect.arrayContaining(acknowledged.map((number) => `${String(number).padStart(4, '0')}#c`)),
  );
});

test('the next start ends an orphaned engine and keeps its data', async () => {
  const folder = temporaryFolder();
  const pidFile = `${folder}/dynamodb.pid`;
  const orphaned = await spawnEngine('dynamodb', folder);
  const orphanPid = Number(readFileSync(pidFile, 'utf8'));
  onTestFinished(() => killIfAlive(orphanPid));
  const client = clientFor(orphaned.endpoint);
  await createTable(client);
  await writeThree(client, 7);
  await orphaned.kill();
  await expect(readKeys(client)).resolves.toHaveLength(3);

  const next = await stopAfterTest(startDynamoDb({ dataFolder: folder, pidFile }));

  await expect(fetch(orphaned.endpoint)).rejects.toThrow();
  await expect(readKeys(clientFor(next.endpoint))).resolves.toHaveLength(3);
});

test('another process with its id in the pid file is not killed', async () => {
  const dataFolder = temporaryFolder();
  const pidFile = `${dataFolder}/engine.pid`;
  const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)', 'dynoxide']);
  onTestFinished(() => void stranger.kill('SIGKILL'));
  writeFileSync(pidFile, String(stranger.pid));

  await stopAfterTest(startDynamoDb({ dataFolder, pidFile }));

  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('stop ends the engine without reporting an unexpected exit and removes the pid file', async () => {
  const dataFolder = temporaryFolder();
  const pidFile = `${dataFolder}/engine.pid`;
  const exits: string[] = [];
  const engine = await startDynamoDb({ dataFolder, pidFile, onExit: (reason) => exits.push(reason) });
  await engine.stop();

  await expect(fetch(engine.endpoint)).rejects.toThrow();
  expect(existsSync(pidFile)).toBe(false);
  expect(exits).toEqual([]);
});

test('the error for a taken port names the port', async () => {
  const dataFolder = temporaryFolder();
  const other = createServer();
  const port = await listenOnLoopback(other, 'other');
  onTestFinished(() => void other.close());

  const starting = startDynamoDb({ dataFolder, pidFile: `${dataFolder}/engine.pid`, port });

  await expect(starting).rejects.toThrow(`DynamoDB cannot listen on 127.0.0.1:${port}`);
});
