import { BatchWriteItemCommand, DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { scheduleDefault } from '#lib/campaigns/definition/schedule.ts';
import { entryPut } from '#lib/campaigns/enrolment/entry.ts';
import { newContactWrites } from '#lib/contacts/new-contact.ts';
import type { Item, Write } from '#lib/storage/table.ts';
import { fixedContact, fixedId } from './fixtures.ts';

/** What BatchWriteItem takes at once. */
const batchSize = 25;
const batchesAtOnce = 8;

/** What filters of `crowd` look for; each has a fixed number of contacts, whatever the size of the crowd. */
export const sought = {
  tag: 'sought',
  companyId: fixedId('com', 1),
  status: 'unsubscribed',
  search: 'sought.',
  email: 'sought.0@customer.example',
} as const;

/** Contacts that every filter finds: more than one page of them. */
const soughtCount = 60;

export interface Crowd {
  readonly workspaceId: string;
  /** All of them are in it. */
  readonly campaignId: string;
  readonly size: number;
}

/**
 * So many contacts in a workspace, spread among whom are those that the filters look for. Written in batches rather
 * than in transactions: a hundred thousand take minutes, not hours.
 */
export async function seedCrowd(tableName: string, { workspaceId, campaignId, size }: Crowd): Promise<void> {
  const step = Math.floor(size / soughtCount);
  const client = new DynamoDBClient({});
  const schedule = scheduleDefault;
  const items = function* (): Generator<Item> {
    for (let position = 0; position < size; position++) {
      const isSought = position % step === 0 && position / step < soughtCount;
      const contact = crowdMember(position, step, isSought);
      for (const write of newContactWrites(workspaceId, contact, undefined)) yield itemOf(write);
      const entrant = { contactId: contact.id, previous: undefined, zone: undefined };
      yield entryPut(workspaceId, { id: campaignId, steps: [], schedule }, entrant, Date.now()).put;
    }
  };
  const batches = inBatches(items());
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
  if (!('put' in write)) throw new Error('a contact is made of puts');

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
