import { findCampaignItem } from '#lib/campaigns/state/running.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import type { StoredContact } from '#lib/contacts/contact.ts';
import { readStoredContact } from '#lib/contacts/stored.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { findContactOfExecution, readContactExecutions } from '#lib/executions/executions.ts';
import type { MessageRef } from '#lib/mail/message-id.ts';
import type { Services } from '#lib/runtime/services.ts';

/** The records that a received message concerns. */
export interface MessageContext {
  readonly execution: Execution;
  readonly stepId: string;
  /** Undefined if the contact was deleted. */
  readonly contact: StoredContact | undefined;
  readonly campaign: CampaignItem | undefined;
}

/** @returns undefined if the execution was deleted or replaced by a new enrolment */
export async function readMessageContext(
  { table }: Services,
  workspaceId: string,
  { executionId, step }: MessageRef,
): Promise<MessageContext | undefined> {
  const contactId = await findContactOfExecution(table, workspaceId, executionId);
  if (contactId === undefined) return undefined;
  const executions = await readContactExecutions(table, workspaceId, contactId);
  const execution = executions.find(({ id }) => id === executionId);
  if (!execution) return undefined;
  const [campaign, contact] = await Promise.all([
    findCampaignItem(table, workspaceId, execution.campaignId),
    readStoredContact(table, workspaceId, contactId),
  ]);

  return { execution, stepId: stepIdOf(execution, step), contact, campaign };
}

/** The id of the step that a `Message-ID` names. */
function stepIdOf({ sentSteps, stepId = '' }: Execution, step: string): string {
  return [...sentSteps, stepId].find((id) => id.endsWith(step)) ?? step;
}

/** The ids of the email that a message concerns, as in the data of its events. */
export function idsOfContext({ execution, stepId }: MessageContext) {
  const { id: executionId, campaignId, contactId, emailAccountId = '' } = execution;

  return { executionId, campaignId, contactId, stepId, emailAccountId };
}
