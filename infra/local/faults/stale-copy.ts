import { setTimeout as pause } from 'node:timers/promises';
import {
  type AttributeValue,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  PutItemCommand,
  paginateScan,
  ResourceNotFoundException,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { Clients } from '../resources/clients.ts';
import { createTableLike } from '../resources/tables.ts';
import { startStreamPoller } from '../sources/stream-poller.ts';

export interface TableNames {
  readonly live: string;
  readonly stale: string;
}

/** A copy of the table in the same engine. It receives each change of the table late, from the table's stream. */
export interface StaleCopy {
  readonly names: TableNames;
  stop(): Promise<void>;
}

interface StaleCopyOptions {
  readonly clients: Pick<Clients, 'dynamodb' | 'streams'>;
  readonly tableName: string;
  readonly lagSeconds: number;
}

type Attributes = Record<string, AttributeValue>;

/** The change of a record of the stream, as JSON. */
interface Change {
  readonly Keys: Attributes;
  readonly NewImage?: Attributes;
  /** Epoch seconds. */
  readonly ApproximateCreationDateTime: number;
}

const batchSize = 200;

/** The time of the engine, in milliseconds. `Date` differs in a process with a moved clock. */
const machineTime = () => performance.timeOrigin + performance.now();

/** Resolves when the copy has the current state of the table. */
export async function startStaleCopy(options: StaleCopyOptions): Promise<StaleCopy> {
  const { clients, tableName: live, lagSeconds } = options;
  const names = { live, stale: `${live}-stale` };
  const startedAt = Math.floor(machineTime() / 1000);
  await createCopy(clients.dynamodb, names);
  const { Table } = await clients.dynamodb.send(new DescribeTableCommand({ TableName: live }));
  const stopping = new AbortController();
  const poller = startStreamPoller({
    client: clients.streams,
    mapping: {
      startingPosition: 'TRIM_HORIZON',
      patterns: [],
      batchSize,
      bisectsOnError: false,
      retriesMax: Number.POSITIVE_INFINITY,
      reportsItemFailures: false,
    },
    streamArn: Table?.LatestStreamArn ?? '',
    region: 'local',
    invoke: async (event): Promise<InvocationResult> => {
      const { Records } = event as { Records: readonly { dynamodb: Change }[] };
      // The copy already has older changes.
      const changes = Records.map(({ dynamodb }) => dynamodb).filter(
        (each) => each.ApproximateCreationDateTime >= startedAt,
      );
      const last = changes.at(-1);
      if (!last) return { kind: 'answer', payload: null };
      const age = machineTime() - last.ApproximateCreationDateTime * 1000;
      await pause(Math.max(0, lagSeconds * 1000 - age), undefined, { signal: stopping.signal });
      await applyChanges(clients.dynamodb, names.stale, changes);

      return { kind: 'answer', payload: null };
    },
    discard: async () => undefined,
    onError: () => undefined,
  });

  return {
    names,
    stop: async () => {
      stopping.abort();
      await poller.stop();
    },
  };
}

async function createCopy(client: DynamoDBClient, { live, stale }: TableNames): Promise<void> {
  try {
    await client.send(new DeleteTableCommand({ TableName: stale }));
    await waitUntilTableNotExists({ client, maxWaitTime: 20, minDelay: 0.05 }, { TableName: stale });
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  await createTableLike(client, live, stale);
  for await (const { Items = [] } of paginateScan({ client }, { TableName: live }))
    await Promise.all(Items.map((Item) => client.send(new PutItemCommand({ TableName: stale, Item }))));
}

async function applyChanges(
  client: DynamoDBClient,
  TableName: string,
  changes: readonly Change[],
): Promise<void> {
  // Only the last change of each key, so that they can be applied in any order.
  const lastChanges = new Map(changes.map((change) => [JSON.stringify(change.Keys), change]));
  await Promise.all(
    [...lastChanges.values()].map(({ Keys, NewImage }) =>
      NewImage
        ? client.send(new PutItemCommand({ TableName, Item: withBytes(NewImage) }))
        : client.send(new DeleteItemCommand({ TableName, Key: Keys })),
    ),
  );
}

/** Converts the base64 of binary values to bytes. */
function withBytes(image: Attributes): Attributes {
  return JSON.parse(JSON.stringify(image), (type, value) =>
    type === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
  );
}
