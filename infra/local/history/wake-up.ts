import { listCampaignsByStatus } from '#lib/campaigns/recount.ts';
import { commit } from '#lib/commit/commit.ts';
import { listAllAccounts } from '#lib/email-accounts/email-accounts.ts';
import type { Services } from '#lib/runtime/services.ts';

/** Commits queue messages with which the stack continues the work of a workspace: it dispatches campaigns and reads inboxes. */
export async function wakeUp(services: Services, workspaceId: string): Promise<void> {
  const { ids: campaignIds } = await listCampaignsByStatus(services.table, workspaceId);
  const accounts = await listAllAccounts(services.table, workspaceId);
  await commit(services, workspaceId, {
    writes: [],
    messages: [
      ...campaignIds.map((campaignId) => ({ kind: 'dispatch' as const, campaignId })),
      ...accounts.map(({ id }) => ({ kind: 'inbox_read' as const, accountId: id })),
    ],
  });
}
