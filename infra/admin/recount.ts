import * as z from 'zod/mini';
import { recountApiKeys } from '#lib/api-keys/recount.ts';
import { listCampaignsByStatus, recountCampaign } from '#lib/campaigns/recount.ts';
import { recountCompanies } from '#lib/companies/recount.ts';
import { countCompanyContacts, countContacts } from '#lib/contacts/recount.ts';
import { listAllAccounts } from '#lib/email-accounts/email-accounts.ts';
import { type Services, services } from '#lib/runtime/services.ts';
import { recountStatistics } from '#lib/statistics/recount.ts';
import { recountTotals } from '#lib/statistics/totals.ts';
import { timeOfId, timestamp } from '#lib/values/ids.ts';
import { addDays } from '#lib/values/time-zones.ts';
import { dayAt, readZones } from '#lib/workspaces/zones.ts';
import type { AdminOptions } from './options.ts';

const Input = z.object({
  workspaceId: z.string().check(z.regex(/^wsp_/)),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  repair: z.boolean(),
});
type Input = z.infer<typeof Input>;

/**
 * Compares counters with the events and items that they count, and returns the differences; `--repair` corrects them. It checks
 * the statistics of past days (by default all days of the workspace) and the current counters of campaigns, companies,
 * contacts and API keys. A counter that changes during its repair is reported with `isRepaired: false`; the others are repaired.
 */
export function recountCommand(options: AdminOptions) {
  const { workspace: workspaceId, from, to, repair = false } = options;

  return recountWorkspace(services(), Input.parse({ workspaceId, from, to, repair }));
}

/** Does the work of `recountCommand` with given services. @returns the differences, before their repair */
export async function recountWorkspace(connected: Services, { workspaceId, from, to, repair }: Input) {
  const { table, now } = connected;
  const { ids: campaignIds, statuses } = await listCampaignsByStatus(table, workspaceId);
  const accountIds = (await listAllAccounts(table, workspaceId)).map(({ id }) => id);
  // A zone west of UTC has an earlier date when the workspace is created.
  const firstDay = from ?? addDays(timestamp(timeOfId(workspaceId)).slice(0, 10), -1);
  const yesterday = addDays(dayAt(await readZones(table, workspaceId), now()), -1);
  const period = { from: firstDay, to: earlierOf(to ?? yesterday, yesterday) };
  const scopeIds = [...campaignIds, ...accountIds];
  const statistics = await recountStatistics(table, workspaceId, period, scopeIds, repair);
  const campaigns: object[] = [];
  for (const campaignId of campaignIds) {
    const difference = await recountCampaign(connected, workspaceId, campaignId, repair);
    if (difference) campaigns.push(difference);
  }
  const readCounts = async () => ({ contacts: await countContacts(table, workspaceId), campaigns: statuses });
  const totals = await recountTotals(table, workspaceId, readCounts, repair);
  const companies = await recountCompanies(table, workspaceId, countCompanyContacts, repair);
  const apiKeys = await recountApiKeys(table, workspaceId, repair);

  return {
    workspaceId,
    ...period,
    repair,
    statistics,
    campaigns,
    totals,
    companies,
    apiKeys: apiKeys ?? null,
  };
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other;
}
