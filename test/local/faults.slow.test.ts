import { randomUUID } from 'node:crypto';
import {
  BatchGetItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { CreateScheduleCommand, GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clientSettings } from '#lib/runtime/aws-client.ts';
import { type FaultProxy, startFaultProxy } from '../../infra/local/faults/fault-proxy.ts';
import { type FaultKind, readFaults } from '../../infra/local/faults/fault-settings.ts';
import { startStaleCopy, type TableNames } from '../../infra/local/faults/stale-copy.ts';
import type { ServiceName } from '../../infra/local/lambda/function-environment.ts';
import { createClients } from '../../infra/local/resources/clients.ts';
import { createTableLike } from '../../infra/local/resources/tables.ts';
import { useStack } from '../support/stack.ts';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((proxy) => proxy.stop()));
});

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

async function proxyTo(service: ServiceName, text: string, copy?: TableNames): Promise<FaultProxy> {
  const settings = readFaults(text);
  if (!settings) throw new Error('LOCAL_FAULTS');
  const proxy = await startFaultProxy(service, useStack().endpoints[service], settings, copy);
  running.push(proxy);

  return proxy;
}

const clientOf = ({ endpoint }: { readonly endpoint: string }) => ({
  endpoint,
  region: 'us-east-1',
  maxAttempts: 1,
  credentials,
});

/** One kind of fault happens to every call. */
const always = (kind: FaultKind) => `0,${kind}=1`;

describe('a call to the table', () => {
  const itemOf = () => ({ pk: { S: `FAULTS#${randomUUID()}` }, sk: { S: 'A' } });
  const direct = () => new DynamoDBClient(clientOf({ endpoint: useStack().endpoints.dynamodb }));
  const put = (client: DynamoDBClient, item = itemOf()) =>
    client.send(new PutItemCommand({ TableName: useStack().tableName, Item: item }));
  const exists = async (item: ReturnType<typeof itemOf>) => {
    const { Item } = await direct().send(
      new GetItemCommand({ TableName: useStack().tableName, Key: item, ConsistentRead: true }),
    );

    return Item !== undefined;
  };

  test('is passed on unchanged without faults', async () => {
    const item = itemOf();
    const proxy = await proxyTo('dynamodb', '0');
    await put(new DynamoDBClient(clientOf(proxy)), item);

    expect(await exists(item)).toBe(true);
    expect([...proxy.counts]).toEqual([]);
  });

  test('that is throttled writes nothing and returns DynamoDB’s error', async () => {
    const item = itemOf();
    const client = new DynamoDBClient(clientOf(await proxyTo('dynamodb', always('throttle'))));

    await expect(put(client, item)).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    const twice = [item, itemOf()].map((Item) => ({ Put: { TableName: useStack().tableName, Item } }));
    await expect(client.send(new TransactWriteItemsCommand({ TransactItems: twice }))).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'ThrottlingError' }, { Code: 'None' }],
    });
    expect(await exists(item)).toBe(false);
  });

  test('has no effect when its connection is reset, and has an effect when its response is dropped', async () => {
    const [reset, dropped] = [itemOf(), itemOf()];
    const resetting = await proxyTo('dynamodb', always('reset'));
    const dropping = await proxyTo('dynamodb', always('drop'));
    await expect(put(new DynamoDBClient(clientOf(resetting)), reset)).rejects.toThrow();
    await expect(put(new DynamoDBClient(clientOf(dropping)), dropped)).rejects.toThrow();

    expect([await exists(reset), await exists(dropped)]).toEqual([false, true]);
    expect([resetting.counts.get('reset'), dropping.counts.get('drop')]).toEqual([1, 1]);
  });

  test('takes 100 ms longer with latency', async () => {
    const client = new DynamoDBClient(clientOf(await proxyTo('dynamodb', always('latency'))));
    const begin = performance.now();
    await put(client);

    expect(performance.now() - begin).toBeGreaterThanOrEqual(99);
  });

  test('that reads returns the state of some time ago, unless it is strongly consistent', async () => {
    const { tableName, endpoints } = useStack();
    const item = itemOf();
    const live = `stale-${randomUUID()}`;
    const clients = createClients('us-east-1', { ...endpoints, streams: endpoints.dynamodb }, credentials);
    running.push({ stop: async () => clients.close() });
    await createTableLike(clients.dynamodb, tableName, live, {
      StreamEnabled: true,
      StreamViewType: 'NEW_IMAGE',
    });
    const put = (status: string) =>
      clients.dynamodb.send(
        new PutItemCommand({ TableName: live, Item: { ...item, status: { S: status } } }),
      );
    await put('old');
    const copy = await startStaleCopy({ clients, tableName: live, lagSeconds: 3 });
    running.push(copy);
    const proxy = await proxyTo('dynamodb', always('stale'), copy.names);
    const reader = new DynamoDBClient(clientOf(proxy));
    const read = async (ConsistentRead: boolean) => {
      const get = await reader.send(new GetItemCommand({ TableName: live, Key: item, ConsistentRead }));
      const Keys = [item];
      const batch = await reader.send(
        new BatchGetItemCommand({ RequestItems: { [live]: { Keys, ConsistentRead } } }),
      );
      const query = await reader.send(
        new QueryCommand({
          TableName: live,
          ConsistentRead,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': item.pk },
        }),
      );

      return [get.Item, batch.Responses?.[live]?.[0], query.Items?.[0]].map((found) => found?.['status']?.S);
    };
    await put('new');

    expect(await read(true)).toEqual(['new', 'new', 'new']);
    expect(await read(false)).toEqual(['old', 'old', 'old']);
    await vi.waitFor(async () => expect(await read(false)).toEqual(['new', 'new', 'new']), 10_000);
    await clients.dynamodb.send(new DeleteItemCommand({ TableName: live, Key: item }));
    expect(await read(false)).toEqual(['new', 'new', 'new']);
    await vi.waitFor(
      async () => expect(await read(false)).toEqual([undefined, undefined, undefined]),
      10_000,
    );
    expect(proxy.counts.get('stale')).toBeGreaterThan(6);
  });

  test('may use a connection that was idle for any time', async () => {
    const { endpoint } = await proxyTo('dynamodb', '0');
    const { headers } = await fetch(endpoint, { method: 'POST', body: '{}' });

    // It would say after how many seconds an idle connection is closed.
    expect(headers.get('keep-alive')).toBeNull();
  });

  test('of a client with the settings of the service succeeds 500 times in a row with 1 % of each fault', async () => {
    const proxy = await proxyTo('dynamodb', '0.01,latency=0');
    const client = new DynamoDBClient({ ...clientOf(proxy), ...clientSettings });
    const TableName = useStack().tableName;
    for (let call = 0; call < 500; call++) {
      await client.send(new GetItemCommand({ TableName, Key: itemOf() }));
    }
    const [resets = 0, drops = 0] = [proxy.counts.get('reset'), proxy.counts.get('drop')];

    // Two of a hundred tries fail, and a call fails after four of them: once in six million calls.
    expect(resets + drops).toBeGreaterThan(0);
  });

  test('has the same faults with the same seed', async () => {
    const outcomesOf = async (seed: string) => {
      const client = new DynamoDBClient(clientOf(await proxyTo('dynamodb', `0,throttle=0.5,seed=${seed}`)));
      const outcomes: boolean[] = [];
      for (let each = 0; each < 16; each++) {
        outcomes.push(
          await put(client).then(
            () => true,
            () => false,
          ),
        );
      }

      return outcomes;
    };
    const first = await outcomesOf('a');

    expect(await outcomesOf('a')).toEqual(first);
    expect(await outcomesOf('b')).not.toEqual(first);
    expect(new Set(first).size).toBe(2);
  });
});

describe('a message', () => {
  const depthOf = async (client: SQSClient, QueueUrl: string) => {
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );

    return [Attributes?.['ApproximateNumberOfMessages'], Attributes?.['ApproximateNumberOfMessagesDelayed']];
  };

  test.each([
    ['duplicate', ['2', '0']],
    ['delay', ['0', '1']],
  ] as const)('has the fault %s', async (kind, depth) => {
    const direct = useStack().endpoints.sqs;
    const { endpoint } = await proxyTo('sqs', always(kind));
    const client = new SQSClient(clientOf({ endpoint: direct }));
    const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: `faults-${kind}` }));
    const faulty = new SQSClient({ ...clientOf({ endpoint }), useQueueUrlAsEndpoint: false });
    await faulty.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));

    expect(await depthOf(client, QueueUrl)).toEqual(depth);
  });
});

test('a one-time schedule fires up to a minute late; a rate is not delayed', async () => {
  const { endpoint } = await proxyTo('scheduler', always('delay'));
  const faulty = new SchedulerClient(clientOf({ endpoint }));
  const expressionAfter = async (ScheduleExpression: string) => {
    const Name = `faults-${randomUUID()}`;
    const Target = {
      Arn: 'arn:aws:sqs:us-east-1:000000000000:none',
      RoleArn: 'arn:aws:iam::000000000000:role/r',
    };
    await faulty.send(
      new CreateScheduleCommand({ Name, ScheduleExpression, FlexibleTimeWindow: { Mode: 'OFF' }, Target }),
    );

    return (await faulty.send(new GetScheduleCommand({ Name }))).ScheduleExpression ?? '';
  };
  const late = Date.parse(`${/at\((.*)\)/.exec(await expressionAfter('at(2099-01-01T00:00:00)'))?.[1]}Z`);
  const seconds = (late - Date.parse('2099-01-01T00:00:00Z')) / 1000;

  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await expressionAfter('rate(2 minutes)')).toBe('rate(2 minutes)');
});

test.each(['x', '2', '-1', '0.1,throttles=1', '0.1,throttle=', '0.1,lag=0'])(
  'LOCAL_FAULTS=%s is refused',
  (text) => {
    expect(() => readFaults(text)).toThrow('LOCAL_FAULTS');
  },
);
