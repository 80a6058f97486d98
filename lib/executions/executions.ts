import { type Execution, isOpen } from '#lib/executions/execution.ts';
import {
  campaignExecutions,
  dueIndex,
  executionById,
  executionKey,
  executionPrefix,
  firstEmailQueue,
  followUpQueue,
  pausedIndex,
  readDueSortKey,
  toExecution,
  unknownIndex,
  zoneOfQueue,
} from '#lib/executions/items.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import { readAllWithPrefix } from '#lib/storage/read-all.ts';
import type { Key, Table } from '#lib/storage/table.ts';

export { firstEmailQueue, followUpQueue, toExecution, zoneOfQueue };

export interface DueExecution {
  readonly contactId: string;
  /** Epoch milliseconds. */
  readonly dueAt: number;
  /** Position in the index, from which the next read continues. */
  readonly position: string;
}

export async function findExecution(
  table: Table,
  workspaceId: string,
  contactId: string,
  campaignId: string,
): Promise<Execution | undefined> {
  const item = await table.get(executionKey(workspaceId, contactId, campaignId));

  return item && toExecution(item);
}

export interface CampaignRef {
  readonly workspaceId: string;
  readonly campaignId: string;
}

/** Executions per query. Nearly all contacts have fewer. */
const pageSize = 200;

/** All executions of a contact, open and ended. */
export async function readContactExecutions(
  table: Table,
  workspaceId: string,
  contactId: string,
): Promise<Execution[]> {
  const { pk, sk: prefix } = executionKey(workspaceId, contactId, '');
  const items = await readAllWithPrefix(table, pk, prefix, { limit: pageSize });

  return items.map(toExecution);
}

/** The open executions of a contact. */
export async function readOpenExecutions(
  table: Table,
  workspaceId: string,
  contactId: string,
): Promise<Execution[]> {
  return (await readContactExecutions(table, workspaceId, contactId)).filter(isOpen);
}

/** Ids of contacts that are or were enrolled in a campaign, sorted, after the id `after`. */
export function readCampaignContacts(
  table: Table,
  { workspaceId, campaignId }: CampaignRef,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  return readSortKeys(table, 'gsi4', campaignExecutions(workspaceId, campaignId), after, limit);
}

/** The next sort keys of an index partition after a sort key. */
async function readSortKeys(
  table: Table,
  index: 'gsi3' | 'gsi4',
  pk: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { items } = await table.query({ index, pk, ...(after !== undefined && { sk: { after } }), limit });

  return items.map((item) => String(item[`${index}sk`]));
}

/** The query for the contacts of a campaign, newest first. The sort keys are contact ids. */
export function campaignExecutionsQuery(workspaceId: string, campaignId: string): MergedQuery {
  return { index: 'gsi4', partitions: [campaignExecutions(workspaceId, campaignId)] };
}

/** The query for the campaigns of a contact, newest first. The items are its executions. */
export function contactExecutionsQuery(workspaceId: string, contactId: string): MergedQuery {
  const { pk } = executionKey(workspaceId, contactId, '');

  return { partitions: [pk], prefix: executionPrefix };
}

/** The executions of contacts in a campaign, by contact id. */
export async function readExecutionsByContact(
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

/** The contact of an execution; undefined if the execution does not exist. */
export async function findContactOfExecution(
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

/** Reads an execution by its table key. */
export async function readExecution(table: Table, key: Key): Promise<Execution | undefined> {
  const item = await table.get({ pk: key.pk, sk: key.sk });

  return item && toExecution(item);
}

/** The executions of a queue, ordered by due time, after a position. Includes executions that are not due yet. */
export async function readDueExecutions(
  table: Table,
  { workspaceId, campaignId }: CampaignRef,
  queue: string,
  after: string | undefined,
  limit: number,
): Promise<DueExecution[]> {
  const positions = await readSortKeys(table, 'gsi3', dueIndex(workspaceId, campaignId, queue), after, limit);

  return positions.map((position) => ({ ...readDueSortKey(position), position }));
}

/** Ids of a campaign's contacts with a paused execution, sorted, after the id `after`. */
export function readPausedContacts(
  table: Table,
  { workspaceId, campaignId }: CampaignRef,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  return readSortKeys(table, 'gsi3', pausedIndex(workspaceId, campaignId), after, limit);
}

/** Executions with an unknown outcome of their last email from an account, latest first. Eventually consistent. */
export async function readUnknownOutcomes(
  table: Table,
  workspaceId: string,
  accountId: string,
  limit: number,
): Promise<Execution[]> {
  const pk = unknownIndex(workspaceId, accountId);
  const { items } = await table.query({ index: 'gsi1', pk, limit, descending: true });

  return items.map(toExecution);
}
