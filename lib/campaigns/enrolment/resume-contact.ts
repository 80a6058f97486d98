import { commit } from '#lib/commit/commit.ts';
import type { CampaignCall } from '#lib/commit/new-event.ts';
import { openExecutions } from '#lib/executions/executions.ts';
import { planResume } from '#lib/executions/waiting.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew } from '#lib/runtime/stale.ts';

/**
 * Resumes the executions of changed contacts that were paused for a missing variable. An execution whose variable is
 * still missing pauses again. Idempotent.
 * @returns the campaigns to dispatch
 */
export async function resumeContacts(
  services: Services,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<CampaignCall[]> {
  const resumed = await Promise.all(contactIds.map((id) => resumeContact(services, workspaceId, id)));

  return [...new Set(resumed.flat())].map((campaignId) => ({ campaignId }));
}

function resumeContact(services: Services, workspaceId: string, contactId: string): Promise<string[]> {
  return decideAnew(async () => {
    const open = await openExecutions(services.table, workspaceId, contactId);
    const paused = open.filter(({ status, reason }) => status === 'paused' && reason === 'missing_variable');
    const resumed = paused.map((execution) => planResume(execution, services.now()));
    await commit(services, workspaceId, {
      writes: resumed.flatMap(({ writes }) => writes),
      tallies: resumed.flatMap(({ tallies }) => tallies),
    });

    return paused.map(({ campaignId }) => campaignId);
  });
}
