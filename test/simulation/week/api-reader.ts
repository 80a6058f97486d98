import { handler as listActivity } from '../../../functions/activity/list.ts';
import { handler as getCampaign } from '../../../functions/campaigns/get.ts';
import { handler as listRecipients } from '../../../functions/campaigns/list-recipients.ts';
import { handler as campaignStats } from '../../../functions/campaigns/stats.ts';
import { handler as dashboardStats } from '../../../functions/dashboard/stats.ts';
import { handler as listAccounts } from '../../../functions/email-accounts/list.ts';
import { call } from '../../support/call.ts';
import { newApiKey } from '../../support/stack.ts';

/** Below the limit of a key, which is 100 requests per minute. */
const requestsPerKey = 90;

export type ApiReader = Awaited<ReturnType<typeof createApiReader>>;

/** Reads the service's state as an API user does. */
export async function createApiReader(workspaceId: string) {
  let apiKey = '';
  let requests = 0;
  const read = async (
    handler: Parameters<typeof call>[0],
    path: string,
    query: Readonly<Record<string, string>> = {},
    params: Readonly<Record<string, string>> = {},
  ) => {
    if (requests % requestsPerKey === 0) apiKey = await newApiKey(workspaceId, { scope: 'full-access' });
    requests += 1;
    const reply = await call(handler, { method: 'GET', path, query, params, apiKey });
    if (reply.status !== 200) throw new Error(`${path} responds ${reply.status} ${reply.text}`);

    return reply.body;
  };
  async function* readPages(...[handler, path, query, params]: Parameters<typeof read>) {
    for (let cursor: string | undefined; ; ) {
      const page = await read(handler, path, { ...query, limit: '100', ...(cursor && { cursor }) }, params);
      yield* page.data;
      if (!page.hasMore) return;
      cursor = page.nextCursor;
    }
  }

  return {
    accounts: () => Array.fromAsync(readPages(listAccounts, '/email-accounts')),
    campaign: (id: string) => read(getCampaign, `/campaigns/${id}`, {}, { id }),
    recipients: (id: string) =>
      Array.fromAsync(readPages(listRecipients, `/campaigns/${id}/recipients`, {}, { id })),
    campaignStats: (id: string, period: { from: string; to: string }) =>
      read(campaignStats, `/campaigns/${id}/stats`, period, { id }),
    dashboard: (query: Readonly<Record<string, string>>) => read(dashboardStats, '/dashboard/stats', query),
    activity: (query: Readonly<Record<string, string>>) =>
      Array.fromAsync(readPages(listActivity, '/activity', query)),
  };
}
