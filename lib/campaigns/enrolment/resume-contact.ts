import { commit } from '#lib/commit/commit.ts';
import type { OutboxMessage } from '#lib/commit/outbox-item.ts';
import { readOpenExecutions } from '#lib/executions/executions.ts';
import { planExecutionResume } from '#lib/executions/status-transitions.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';

/**
 * Resumes the executions of changed contacts that were paused for a missing variable. An execution pauses again if its
 * variable is still missing. Idempotent.
 * @returns dispatch messages for their campaigns
 */
export async function resumeContacts(
  services: Services,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<OutboxMessage[]> {
  const campaignIds = await Promise.all(contactIds.map((id) => resumeContact(services, workspaceId, id)));

  return [...new Set(campaignIds.flat())].map((campaignId) => ({ kind: 'dispatch', campaignId }));
}

function resumeContact(services: Services, workspaceId: string, contactId: string): Promise<string[]> {
  return retryOnConflict(async () => {
    const open = await readOpenExecutions(services.table, workspaceId, contactId);
    const paused = open.filter(({ status, reason }) => status === 'paused' && reason === 'missing_variable');
    const changes = paused.map((execution) => planExecutionResume(execution, services.now()));
    await commit(services, workspaceId, {
      writes: changes.flatMap(({ writes }) => writes),
      increments: changes.flatMap(({ increments }) => increments),
    });

    return paused.map(({ campaignId }) => campaignId);
  });
}
