import { BatchWriteItemCommand, DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { executionPut } from '#lib/campaigns/enrolment/enrolment-writes.ts';
import { scheduleDefault } from '#lib/campaigns/state/schedule.ts';
import { newContactWrites } from '#lib/contacts/new-contact.ts';
import type { Item, Write } from '#lib/storage/table.ts';
import { fixedContact, fixedId } from './fixtures.ts';

/** Maximum number of items of BatchWriteItem. */
const batchSize = 25;
const batchesAtOnce = 8;

/** Filter values; each matches a fixed number of contacts, regardless of the number of others. */
export const sought = {
  tag: 'sought',
  companyId: fixedId('com', 1),
  status: 'unsubscribed',
  search: 'sought.',
  email: 'sought.0@customer.example',
} as const;

/** Contacts that every filter matches: more than one page. */
const soughtCount = 60;

export interface Crowd {
  readonly workspaceId: string;
  /** All contacts are in this campaign. */
  readonly campaignId: string;
  readonly size: number;
}

/**
 * Contacts in a workspace. Contacts that match the filters are spread among the others. Written in batches
 * instead of transactions, so that a hundred thousand take minutes instead of hours.
 */
export function seedCrowd(tableName: string, { workspaceId, campaignId, size }: Crowd): Promise<void> {
  const step = Math.floor(size / soughtCount);
  const schedule = scheduleDefault;
  const items = function* (): Generator<Item> {
    for (let position = 0; position < size; position++) {
      const isSought = position % step === 0 && position / step < soughtCount;
      const contact = crowdMember(position, step, isSought);
      for (const write of newContactWrites(workspaceId, contact, undefined)) yield itemOf(write);
      const entrant = { contactId: contact.id, previous: undefined, zone: undefined };
      yield executionPut(workspaceId, { id: campaignId, steps: [], schedule }, entrant, Date.now()).put;
    }
  };

  return writeItems(tableName, items());
}

export async function writeItems(tableName: string, items: Iterable<Item>): Promise<void> {
  const client = new DynamoDBClient({});
  const batches = inBatches(items);
  const lane = async () => {
    for (const batch of batches) await writeBatch(client, tableName, batch);
  };
  await Promise.all(Array.from({ length: batchesAtOnce }, lane));
  client.destroy();
}

function crowdMember(position: number, step: number, isSought: boolean) {
  if (!isSought)
    return fixedContact(position, { email: `person.${position}@customer.example`, tags: ['crowd'] });
  const { tag, companyId, status } = sought;
  const email = `sought.${position / step}@customer.example`;

  return fixedContact(
    position,
    { email, tags: [tag] },
    { companyId, standing: { status, blocklistEntryId: fixedId('blk', 1) } },
  );
}

function itemOf(write: Write): Item {
  if (!('put' in write)) throw new Error('a contact is written with puts only');

  return write.put;
}

function* inBatches(items: Iterable<Item>): Generator<WriteRequest[]> {
  let batch: WriteRequest[] = [];
  for (const item of items) {
    batch.push({ PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) } });
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

async function writeBatch(client: DynamoDBClient, tableName: string, batch: WriteRequest[]): Promise<void> {
  for (let pending = batch; pending.length > 0; ) {
    const { UnprocessedItems } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [tableName]: pending } }),
    );
    pending = UnprocessedItems?.[tableName] ?? [];
  }
}
