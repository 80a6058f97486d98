import { type Execution, isOpen } from '#lib/executions/execution.ts';
import {
  campaignExecutions,
  dueIndex,
  executionById,
  executionKey,
  executionPrefix,
  followUpQueue,
  newQueue,
  pausedIndex,
  readDueSortKey,
  toExecution,
  unknownIndex,
  zoneOfQueue,
} from '#lib/executions/items.ts';
import type { MergedQuery } from '#lib/storage/merge.ts';
import type { Item, Key, Table } from '#lib/storage/table.ts';

export { followUpQueue, newQueue, zoneOfQueue };

export interface DueExecution {
  readonly contactId: string;
  /** Epoch milliseconds. */
  readonly dueAt: number;
  /** Where the next look at the index continues. */
  readonly position: string;
}

export async function findExecution(
  table: Table,
  workspaceId: string,
  contactId: string,
  campaignId: string,
  options: { readonly consistent?: boolean } = {},
): Promise<Execution | undefined> {
  const item = await table.get(executionKey(workspaceId, contactId, campaignId), options);

  return item && toExecution(item);
}

/** A contact is in few campaigns at a time; more than these would not fit the transaction that ends them either. */
const executionsMax = 200;

/** Everything that a contact is or was in, strongly consistent. */
export async function executionsOf(
  table: Table,
  workspaceId: string,
  contactId: string,
): Promise<Execution[]> {
  const { pk } = executionKey(workspaceId, contactId, '');
  const { items } = await table.query({
    pk,
    sk: { prefix: executionPrefix },
    limit: executionsMax,
    consistent: true,
  });

  return items.map(toExecution);
}

/** What a contact is still in, strongly consistent. */
export async function openExecutions(
  table: Table,
  workspaceId: string,
  contactId: string,
): Promise<Execution[]> {
  return (await executionsOf(table, workspaceId, contactId)).filter(isOpen);
}

/** Contacts that are or were in a campaign, in the order of their ids, after one of them. */
export async function contactsIn(
  table: Table,
  { workspaceId, campaignId }: { readonly workspaceId: string; readonly campaignId: string },
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const items = await readAfter(table, 'gsi4', campaignExecutions(workspaceId, campaignId), after, limit);

  return items.map((item) => String(item['gsi4sk']));
}

/** The next items of an index's partition, in its order. */
async function readAfter(
  table: Table,
  index: 'gsi3' | 'gsi4',
  pk: string,
  after: string | undefined,
  limit: number,
): Promise<Item[]> {
  const { items } = await table.query({ index, pk, ...(after !== undefined && { sk: { after } }), limit });

  return items;
}

/** The same as a list, newest contact first: entries whose sort keys are the contacts' ids. */
export function executionsIn(workspaceId: string, campaignId: string): MergedQuery {
  return { index: 'gsi4', partitions: [campaignExecutions(workspaceId, campaignId)] };
}

/** What became of these contacts in a campaign, by contact. */
export async function executionsByContact(
  table: Table,
  workspaceId: string,
  campaignId: string,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, Execution>> {
  const executions = await Promise.all(
    contactIds.map((id) => findExecution(table, workspaceId, id, campaignId)),
  );

  return new Map(executions.flatMap((execution) => (execution ? [[execution.contactId, execution]] : [])));
}

/** Whose execution it is; undefined when there is no such execution. */
export async function contactOfExecution(
  table: Table,
  workspaceId: string,
  executionId: string,
): Promise<string | undefined> {
  const { items } = await table.query({
    index: 'gsi5',
    pk: executionById(workspaceId, executionId),
    limit: 1,
  });
  const contactId = items[0]?.['gsi5sk'];

  return contactId === undefined ? undefined : String(contactId);
}

/** By its key in a worklist. Strongly consistent. */
export async function readExecution(table: Table, key: Key): Promise<Execution | undefined> {
  const item = await table.get({ pk: key.pk, sk: key.sk }, { consistent: true });

  return item && toExecution(item);
}

/** The executions of one of a campaign's queues in order of their due time, after a position in that order. */
export async function nextDue(
  table: Table,
  { workspaceId, campaignId }: { readonly workspaceId: string; readonly campaignId: string },
  queue: string,
  after: string | undefined,
  limit: number,
): Promise<DueExecution[]> {
  const items = await readAfter(table, 'gsi3', dueIndex(workspaceId, campaignId, queue), after, limit);

  return items.map((item) => {
    const position = String(item['gsi3sk']);

    return { ...readDueSortKey(position), position };
  });
}

/** Contacts of a campaign whose executions wait for what their text lacks, in the order of their ids, after one of them. */
export async function pausedIn(
  table: Table,
  { workspaceId, campaignId }: { readonly workspaceId: string; readonly campaignId: string },
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const items = await readAfter(table, 'gsi3', pausedIndex(workspaceId, campaignId), after, limit);

  return items.map((item) => String(item['gsi3sk']));
}

/** Those of an account's executions whose mail nobody can tell the fate of, latest first. A moment behind. */
export async function unknownOf(
  table: Table,
  workspaceId: string,
  accountId: string,
  limit: number,
): Promise<Execution[]> {
  const pk = unknownIndex(workspaceId, accountId);
  const { items } = await table.query({ index: 'gsi1', pk, limit, descending: true });

  return items.map(toExecution);
}
