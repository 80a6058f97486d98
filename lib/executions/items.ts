import { Execution } from '#lib/executions/execution.ts';
import type { Item, Key } from '#lib/storage/table.ts';
import { sortableTime } from '#lib/storage/worklist.ts';

/*
 * | access pattern                              | how                                                      |
 * |---------------------------------------------|----------------------------------------------------------|
 * | the execution of a contact in a campaign    | GetItem W#<workspace>#CONTACT#<contact>, EXE#<campaign>   |
 * | executions of a contact                     | Query its partition, EXE#                                |
 * | next due first emails of a campaign         | gsi3 DUE#<workspace>#<campaign>#NEW#<zone>, by due time   |
 * | next due follow-ups on an account           | gsi3 DUE#<workspace>#<campaign>#NEXT#<account>, by due    |
 * | contacts with a paused execution            | gsi3 PAUSED#<workspace>#<campaign>, by contact            |
 * | contacts of a campaign, newest first        | gsi4 W#<workspace>#CAMPAIGN#<id>#EXECUTIONS, by contact   |
 * | the contact of an execution                 | gsi5 W#<workspace>#EXECUTION#<id>                        |
 * | did an email have an event of a kind?       | GetItem W#<workspace>#CONTACT#<contact>, EMAIL#…         |
 * | an account's emails with an unknown outcome | gsi1 W#<workspace>#UNKNOWN#<account>, by time             |
 *
 * The key makes a contact unique in a campaign. An execution leaves the due index when its sequence ends or is paused.
 * Any account may send a first email, so first emails wait in one queue. With `useContactTimezone` there is one queue for each time
 * zone, so that executions of a zone with a closed window do not block other zones. Follow-ups wait in the queue of their
 * thread's account.
 */
export const executionPrefix = 'EXE#';

export const campaignExecutions = (workspaceId: string, campaignId: string) =>
  `W#${workspaceId}#CAMPAIGN#${campaignId}#EXECUTIONS`;

export const executionById = (workspaceId: string, executionId: string) =>
  `W#${workspaceId}#EXECUTION#${executionId}`;

const contactPartition = (workspaceId: string, contactId: string) => `W#${workspaceId}#CONTACT#${contactId}`;

export function executionKey(workspaceId: string, contactId: string, campaignId: string): Key {
  return { pk: contactPartition(workspaceId, contactId), sk: `${executionPrefix}${campaignId}` };
}

/** An email is a step of an execution. */
interface EmailIds {
  readonly contactId: string;
  readonly executionId: string;
  readonly stepId: string;
}

/** Marks that an email has had an event of a kind. It is deleted with the contact's other items. */
export function emailEventKey(workspaceId: string, email: EmailIds, kind: string): Key {
  const { contactId, executionId, stepId } = email;

  return { pk: contactPartition(workspaceId, contactId), sk: `EMAIL#${executionId}#${stepId}#${kind}` };
}

export function keyOfExecution({
  workspaceId,
  contactId,
  campaignId,
}: Pick<Execution, 'workspaceId' | 'contactId' | 'campaignId'>): Key {
  return executionKey(workspaceId, contactId, campaignId);
}

/** Name of a queue of first emails. @param zone undefined: the campaign's time zone */
export const firstEmailQueue = (zone: string | undefined) => `NEW#${zone ?? ''}`;

/** Time zone of a queue; undefined for the campaign's queue of first emails and for follow-up queues. */
export function zoneOfQueue(queue: string): string | undefined {
  const prefix = firstEmailQueue(undefined);

  return queue.startsWith(prefix) && queue !== prefix ? queue.slice(prefix.length) : undefined;
}

export const followUpQueue = (accountId: string) => `NEXT#${accountId}`;

export const dueIndex = (workspaceId: string, campaignId: string, queue: string) =>
  `DUE#${workspaceId}#${campaignId}#${queue}`;

/** The attributes that determine the queue of an execution. */
type QueuedExecution = Pick<
  Execution,
  'workspaceId' | 'campaignId' | 'contactId' | 'sentCount' | 'zone' | 'emailAccountId'
>;

/** Keys in the due index. The sort key contains the contact id, so the dispatcher reads only the index. */
export function dueIndexAttributes(execution: QueuedExecution, dueAt: number) {
  const { workspaceId, campaignId, contactId, sentCount, zone, emailAccountId = '' } = execution;
  const queue = sentCount === 0 ? firstEmailQueue(zone) : followUpQueue(emailAccountId);

  return {
    gsi3pk: dueIndex(workspaceId, campaignId, queue),
    gsi3sk: `${sortableTime(dueAt)}#${contactId}`,
  };
}

export const unknownIndex = (workspaceId: string, accountId: string) =>
  `W#${workspaceId}#UNKNOWN#${accountId}`;

/** Keys in the index of emails with an unknown outcome. @param at epoch milliseconds */
export function unknownIndexAttributes({ workspaceId, emailAccountId = '' }: QueuedExecution, at: number) {
  return { gsi1pk: unknownIndex(workspaceId, emailAccountId), gsi1sk: sortableTime(at) };
}

export const unknownIndexAttributeNames = ['gsi1pk', 'gsi1sk'] as const;

export const pausedIndex = (workspaceId: string, campaignId: string) => `PAUSED#${workspaceId}#${campaignId}`;

export function readDueSortKey(sortKey: string): { dueAt: number; contactId: string } {
  const [time = '', contactId = ''] = sortKey.split('#');

  return { dueAt: Number(time), contactId };
}

export function toExecution(item: Item): Execution {
  return Execution.parse(item);
}
