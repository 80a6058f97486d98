import { commit } from '#lib/commit/commit.ts';
import type { NewEvent } from '#lib/commit/new-event.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import type { SendCall } from '#lib/emails/workers.ts';
import { endExecution } from '#lib/executions/end.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';
import { findExecution } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew, Stale } from '#lib/runtime/stale.ts';

/**
 * Ends what should have ended with its contact: somebody was enrolled just when he was suppressed or deleted, so that who
 * did that did not see his execution. May be repeated.
 */
export function endUnmailable(
  services: Services,
  { workspaceId, contactId, campaignId }: Pick<SendCall, 'workspaceId' | 'contactId' | 'campaignId'>,
): Promise<void> {
  const { table, now } = services;
  const consistent = { consistent: true };

  return decideAnew(async () => {
    const [contact, execution] = await Promise.all([
      findContact(table, workspaceId, contactId, consistent),
      findExecution(table, workspaceId, contactId, campaignId, consistent),
    ]);
    if (!execution || !isOpen(execution) || contact?.status === 'active') return;
    const { writes, tallies } = contact
      ? endExecution(execution, contact.status, undefined, now())
      : endExecution(execution, 'stopped', 'contact_deleted', now());
    await commit(services, workspaceId, { writes, tallies });
  });
}

/**
 * Ends what waits for a mail that is not to be sent any more: something has happened that the campaign stops at, nothing is
 * left to be sent, or it cannot be sent. Whoever changed it meanwhile has taken care of it. May be repeated.
 */
export async function endDue(
  services: Services,
  execution: Execution,
  status: 'replied' | 'stopped' | 'completed' | 'failed',
  reason?: string,
): Promise<void> {
  const { id: executionId, workspaceId, campaignId, contactId } = execution;
  const { writes, tallies } = endExecution(execution, status, reason, services.now());
  const completed: NewEvent = {
    type: 'campaign.contact_completed',
    data: { executionId, campaignId, contactId },
  };
  try {
    await commit(services, workspaceId, {
      ...{ writes, tallies },
      events: status === 'completed' ? [completed] : [],
    });
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
  }
}
