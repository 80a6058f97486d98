import { commit } from '#lib/commit/commit.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import { contactCompletedEvent, endExecution } from '#lib/executions/end-execution.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { SendMessage } from '#lib/values/queues.ts';

/**
 * Ends an open execution of a contact that is suppressed or deleted. Such an execution exists if the contact was enrolled
 * while it was being suppressed or deleted, or was in more campaigns than one transaction ends. Idempotent.
 */
export function endUnmailableExecution(
  services: Services,
  { workspaceId, contactId, campaignId }: Pick<SendMessage, 'workspaceId' | 'contactId' | 'campaignId'>,
): Promise<void> {
  const { table, now } = services;
  return retryOnConflict(async () => {
    const [contact, execution] = await Promise.all([
      findContact(table, workspaceId, contactId),
      findExecution(table, workspaceId, contactId, campaignId),
    ]);
    if (!execution || !isOpen(execution) || contact?.status === 'active') return;
    // The status of a suppressed contact is also the final status of its execution.
    const { writes, increments } = contact
      ? endExecution(execution, contact.status, undefined, now())
      : endExecution(execution, 'stopped', 'contact_deleted', now());
    await commit(services, workspaceId, { writes, increments });
  });
}

/**
 * Ends an execution because its next email is cancelled: the campaign stops on a reply or a click, no step is left, or the
 * email cannot be sent. If the execution has changed since it was read, nothing is written. Idempotent.
 */
export async function endPendingExecution(
  services: Services,
  execution: Execution,
  status: 'replied' | 'stopped' | 'completed' | 'failed',
  reason?: string,
): Promise<void> {
  const { writes, increments } = endExecution(execution, status, reason, services.now());
  try {
    await commit(services, execution.workspaceId, {
      writes,
      increments,
      events: status === 'completed' ? [contactCompletedEvent(execution)] : [],
    });
  } catch (error) {
    if (!(error instanceof StaleDecision)) throw error;
  }
}
