import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { type AttributeValue, ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamoClient } from '#lib/runtime/services.ts';
import { outboxPrefix } from '#lib/storage/outbox.ts';
import { useStack } from '../../support/stack.ts';

/** An item without what differs from run to run: ids, times, random tokens, shards. */
export interface Print {
  readonly place: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Footprint {
  readonly prints: readonly Print[];
  /** Whether a worker has still something to do: an event to publish, an entry in the worklist. */
  readonly isPending: boolean;
}

/** Everything in the table that belongs to a workspace, what stands outside its partitions included. */
async function readFootprint(workspaceId: string): Promise<Footprint> {
  const items = await scan(workspaceId);
  const isInOutbox = ({ pk }: Attributes) => String(pk).startsWith(outboxPrefix);
  // Where a dispatcher stands is its own affair: it moves whenever it looks.
  const lasting = items.filter((item) => !isInOutbox(item) && item['sk'] !== 'D#DISPATCH');
  const prints = lasting.map(printOf);

  return {
    prints: prints.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1)),
    isPending:
      items.some((item) => isInOutbox(item)) ||
      lasting.some(({ gsi3pk }) => String(gsi3pk).startsWith('WORK#')),
  };
}

/** The footprint once every event is published and counted, or whatever it is when `patienceMs` is over. */
export async function readSettled(workspaceId: string, patienceMs = 10_000): Promise<readonly Print[]> {
  for (const deadline = Date.now() + patienceMs; ; await pause(50)) {
    const { prints, isPending } = await readFootprint(workspaceId);
    if (!isPending || Date.now() > deadline) return prints;
  }
}

export function textOf({ place, attributes }: Print): string {
  return `${place} ${JSON.stringify(attributes)}`;
}

type Attributes = Record<string, unknown>;

async function scan(workspaceId: string): Promise<Attributes[]> {
  const items: Attributes[] = [];
  let from: Record<string, AttributeValue> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamoClient().send(
      new ScanCommand({
        TableName: useStack().tableName,
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
        FilterExpression: 'begins_with(pk, :prefix) OR workspaceId = :workspace',
        ExpressionAttributeValues: {
          ':prefix': { S: `W#${workspaceId}#` },
          ':workspace': { S: workspaceId },
        },
      }),
    );
    items.push(...Items.map((item) => unmarshall(item)));
    from = LastEvaluatedKey;
  } while (from);

  return items;
}

function printOf({ pk, sk, ...attributes }: Attributes): Print {
  return {
    place: normalise(`${pk} ${sk}`),
    attributes: Object.fromEntries(
      Object.entries(attributes)
        .map(([name, value]): [string, string] => [name, normalise(toText(value))])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
}

/** Maps come back in any order, so they are sorted. */
function toText(attribute: unknown): string {
  return JSON.stringify(attribute, (_, value) => {
    if (value instanceof Uint8Array) return unpacked(value);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;

    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function unpacked(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return '<bytes>';
  }
}

const variations: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}/g, '<$1>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/\bperson-[\d-]+@/g, '<person>@'],
  // Before short numbers: a key of 43 characters may well hold ten digits in a row.
  [/(?=[\w+/-]*\d)(?=[\w+/-]*[A-Za-z])[\w+/-]{20,}=*/g, '<token>'],
  [/\b\d{13}\b|\b\d{10}\b/g, '<moment>'],
  [/#\d{1,2}(?=["# ]|$)/g, '#<shard>'],
];

export function normalise(text: string): string {
  return variations.reduce((result, [pattern, name]) => result.replaceAll(pattern, name), text);
}
