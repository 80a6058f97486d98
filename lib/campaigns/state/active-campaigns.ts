import * as z from 'zod/mini';
import { campaignsOfStatus, dispatchKey } from '#lib/campaigns/state/items.ts';
import { CampaignItem, toDispatch } from '#lib/campaigns/state/stored.ts';
import type { OutboxMessage } from '#lib/commit/change.ts';
import type { Table } from '#lib/storage/table.ts';

/** Maximum number of active campaigns that are read for one workspace. */
const campaignsMax = 1000;

/** The fields of an active campaign that its readers need. */
const ActiveCampaign = z.pick(CampaignItem, {
  id: true,
  continuous: true,
  audience: true,
  emailAccountIds: true,
});
type ActiveCampaign = z.infer<typeof ActiveCampaign>;

/** Reads the active campaigns of a workspace. Eventually consistent. */
export async function readActiveCampaigns(table: Table, workspaceId: string): Promise<ActiveCampaign[]> {
  const { items } = await table.query({
    index: 'gsi2',
    pk: campaignsOfStatus(workspaceId, 'active'),
    limit: campaignsMax,
  });

  return items.map((item) => ActiveCampaign.parse(item));
}

/**
 * Dispatch messages for the active campaigns that send from an account. Used when the account can send again or send
 * more.
 */
export async function dispatchMessagesForAccount(
  table: Table,
  workspaceId: string,
  accountId: string,
): Promise<OutboxMessage[]> {
  const campaigns = await readActiveCampaigns(table, workspaceId);
  const messages = campaigns.map(
    async ({ id, emailAccountIds }): Promise<OutboxMessage[]> =>
      emailAccountIds.includes(accountId) || (await hasThreadsOf(table, workspaceId, id, accountId))
        ? [{ queue: 'ticks', message: { campaignId: id } }]
        : [],
  );

  return (await Promise.all(messages)).flat();
}

/** Whether the account holds threads of the campaign. A removed account still sends their follow-ups. */
async function hasThreadsOf(
  table: Table,
  workspaceId: string,
  campaignId: string,
  accountId: string,
): Promise<boolean> {
  const item = await table.get(dispatchKey(workspaceId, campaignId));

  return item !== undefined && toDispatch(item).accountIds.includes(accountId);
}
