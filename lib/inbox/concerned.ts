import { type CampaignItem, findCampaignItem } from '#lib/campaigns/dispatch/running.ts';
import type { StoredContact } from '#lib/contacts/contact.ts';
import { readStoredContact } from '#lib/contacts/stored.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { findContactOfExecution, readContactExecutions } from '#lib/executions/executions.ts';
import type { MessageRef } from '#lib/mail/message-id.ts';
import type { Services } from '#lib/runtime/services.ts';

/** What a message about one of our mails is about. Strongly consistent. */
export interface Concerned {
  readonly execution: Execution;
  readonly stepId: string;
  /** Undefined once it is deleted. */
  readonly contact: StoredContact | undefined;
  readonly campaign: CampaignItem | undefined;
}

/** @returns undefined when nothing is left of it: the contact has entered the campaign anew, or all of it is deleted */
export async function readConcerned(
  { table }: Services,
  workspaceId: string,
  { executionId, stepId }: MessageRef,
): Promise<Concerned | undefined> {
  const contactId = await findContactOfExecution(table, workspaceId, executionId);
  if (contactId === undefined) return undefined;
  const executions = await readContactExecutions(table, workspaceId, contactId);
  const execution = executions.find(({ id }) => id === executionId);
  if (!execution) return undefined;
  const [campaign, contact] = await Promise.all([
    findCampaignItem(table, workspaceId, execution.campaignId, { consistent: true }),
    readStoredContact(table, workspaceId, contactId),
  ]);

  return { execution, stepId, contact, campaign };
}
