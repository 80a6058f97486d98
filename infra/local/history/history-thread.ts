/** Builds the history in its own thread, so that the process answers signals and requests in the meantime. */
import { parentPort, workerData } from 'node:worker_threads';
import { listCampaignsByStatus } from '#lib/campaigns/recount.ts';
import { commit } from '#lib/commit/commit.ts';
import { listAllAccounts } from '#lib/email-accounts/email-accounts.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { dynamoClient, type Services, services } from '#lib/runtime/services.ts';
import { buildHistory } from './history.ts';
import type { HistorySettings } from './world.ts';
import { writeItems } from './write-items.ts';

/** Commits queue messages with which the stack continues the work of a workspace: it dispatches campaigns and reads inboxes. */
async function wakeUp(connected: Services, workspaceId: string): Promise<void> {
  const { ids: campaignIds } = await listCampaignsByStatus(connected.table, workspaceId);
  const accounts = await listAllAccounts(connected.table, workspaceId);
  await commit(connected, workspaceId, {
    writes: [],
    messages: [
      ...campaignIds.map((campaignId) => ({ queue: 'ticks' as const, message: { campaignId } })),
      ...accounts.map(({ id }) => ({
        queue: 'syncs' as const,
        message: { accountId: id, isBegin: true as const },
      })),
    ],
  });
}

const settings: HistorySettings = workerData;

const { world, access } = await buildHistory(settings);
const { TABLE_NAME } = readConfig('table:write');
await writeItems(dynamoClient(), TABLE_NAME, world.table.items(), settings.end);
await wakeUp({ ...services(), now: () => settings.end }, world.workspaceId);
parentPort?.postMessage(access);
