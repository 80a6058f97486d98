import { Execution } from '#lib/executions/execution.ts';
import type { Item, Key } from '#lib/storage/table.ts';
import { sortableTime } from '#lib/storage/worklist.ts';

/*
 * | access pattern                              | how                                                      |
 * |---------------------------------------------|----------------------------------------------------------|
 * | the execution of a contact in a campaign    | GetItem W#<workspace>#CONTACT#<contact>, EXE#<campaign>   |
 * | executions of a contact                     | Query its partition, EXE#                                |
 * | next due executions of a campaign           | gsi3 DUE#<workspace>#<campaign>, by due time             |
 * | contacts of a campaign, newest first        | gsi4 W#<workspace>#CAMPAIGN#<id>#EXECUTIONS, by contact   |
 * | whose execution is it?                      | gsi5 W#<workspace>#EXECUTION#<id>                        |
 *
 * The key makes a contact unique in a campaign. An item leaves the due index when nothing is due any more.
 */
export const executionPrefix = 'EXE#';

export const campaignExecutions = (workspaceId: string, campaignId: string) =>
  `W#${workspaceId}#CAMPAIGN#${campaignId}#EXECUTIONS`;

export const executionById = (workspaceId: string, executionId: string) =>
  `W#${workspaceId}#EXECUTION#${executionId}`;

export function executionKey(workspaceId: string, contactId: string, campaignId: string): Key {
  return { pk: `W#${workspaceId}#CONTACT#${contactId}`, sk: `${executionPrefix}${campaignId}` };
}

export const dueIndex = (workspaceId: string, campaignId: string) => `DUE#${workspaceId}#${campaignId}`;

/** Unique, and tells the contact, so that dispatching reads the index alone. */
export function dueSortKey(dueAt: number, contactId: string): string {
  return `${sortableTime(dueAt)}#${contactId}`;
}

export function readDueSortKey(sortKey: string): { dueAt: number; contactId: string } {
  const [time = '', contactId = ''] = sortKey.split('#');

  return { dueAt: Number(time), contactId };
}

export function toExecution(item: Item): Execution {
  return Execution.parse(item);
}
