import { Execution } from '#lib/executions/execution.ts';
import type { Item, Key } from '#lib/storage/table.ts';
import { sortableTime } from '#lib/storage/worklist.ts';

/*
 * | access pattern                              | how                                                      |
 * |---------------------------------------------|----------------------------------------------------------|
 * | the execution of a contact in a campaign    | GetItem W#<workspace>#CONTACT#<contact>, EXE#<campaign>   |
 * | executions of a contact                     | Query its partition, EXE#                                |
 * | next due first mails of a campaign          | gsi3 DUE#<workspace>#<campaign>#NEW#<zone>, by due time   |
 * | next due follow-ups on an account           | gsi3 DUE#<workspace>#<campaign>#NEXT#<account>, likewise  |
 * | contacts that wait for a missing value      | gsi3 PAUSED#<workspace>#<campaign>, by contact            |
 * | contacts of a campaign, newest first        | gsi4 W#<workspace>#CAMPAIGN#<id>#EXECUTIONS, by contact   |
 * | whose execution is it?                      | gsi5 W#<workspace>#EXECUTION#<id>                        |
 * | mails of an account of unknown fate         | gsi1 W#<workspace>#UNKNOWN#<account>, by when they became so |
 *
 * The key makes a contact unique in a campaign. An item leaves the due index when nothing is due any more. Whoever waits
 * for the first mail may get it from any account, and stands in one queue — one of each time zone, where the contacts' own
 * counts, so that nobody has to be passed over whose night it is. Follow-ups wait for the account that has their thread.
 */
export const executionPrefix = 'EXE#';

export const campaignExecutions = (workspaceId: string, campaignId: string) =>
  `W#${workspaceId}#CAMPAIGN#${campaignId}#EXECUTIONS`;

export const executionById = (workspaceId: string, executionId: string) =>
  `W#${workspaceId}#EXECUTION#${executionId}`;

export function executionKey(workspaceId: string, contactId: string, campaignId: string): Key {
  return { pk: `W#${workspaceId}#CONTACT#${contactId}`, sk: `${executionPrefix}${campaignId}` };
}

export function keyOfExecution({
  workspaceId,
  contactId,
  campaignId,
}: Pick<Execution, 'workspaceId' | 'contactId' | 'campaignId'>): Key {
  return executionKey(workspaceId, contactId, campaignId);
}

/** @param zone undefined: the campaign's */
export const newQueue = (zone: string | undefined) => `NEW#${zone ?? ''}`;

/** Undefined for the campaign's own, and for follow-ups. */
export function zoneOfQueue(queue: string): string | undefined {
  const prefix = newQueue(undefined);

  return queue.startsWith(prefix) && queue !== prefix ? queue.slice(prefix.length) : undefined;
}

export const followUpQueue = (accountId: string) => `NEXT#${accountId}`;

export const dueIndex = (workspaceId: string, campaignId: string, queue: string) =>
  `DUE#${workspaceId}#${campaignId}#${queue}`;

type Waiting = Pick<
  Execution,
  'workspaceId' | 'campaignId' | 'contactId' | 'sentCount' | 'zone' | 'emailAccountId'
>;

/** Where the dispatcher finds it. The sort key is unique, and tells the contact: dispatching reads the index alone. */
export function duePlace(execution: Waiting, dueAt: number) {
  const { workspaceId, campaignId, contactId, sentCount, zone, emailAccountId = '' } = execution;
  const queue = sentCount === 0 ? newQueue(zone) : followUpQueue(emailAccountId);

  return {
    gsi3pk: dueIndex(workspaceId, campaignId, queue),
    gsi3sk: `${sortableTime(dueAt)}#${contactId}`,
  };
}

export const unknownIndex = (workspaceId: string, accountId: string) =>
  `W#${workspaceId}#UNKNOWN#${accountId}`;

/** Where those are found whose mail nobody can tell the fate of. @param at epoch milliseconds */
export function unknownPlace({ workspaceId, emailAccountId = '' }: Waiting, at: number) {
  return { gsi1pk: unknownIndex(workspaceId, emailAccountId), gsi1sk: sortableTime(at) };
}

export const noUnknownPlace = ['gsi1pk', 'gsi1sk'] as const;

export const pausedIndex = (workspaceId: string, campaignId: string) => `PAUSED#${workspaceId}#${campaignId}`;

export function readDueSortKey(sortKey: string): { dueAt: number; contactId: string } {
  const [time = '', contactId = ''] = sortKey.split('#');

  return { dueAt: Number(time), contactId };
}

export function toExecution(item: Item): Execution {
  return Execution.parse(item);
}
