import { findContact } from '#lib/contacts/contacts.ts';
import type { SendCall } from '#lib/emails/workers.ts';
import { endExecution } from '#lib/executions/end.ts';
import { isOpen } from '#lib/executions/execution.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { commit } from '#lib/runtime/commit.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew } from '#lib/runtime/stale.ts';

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
