import * as z from 'zod/mini';
import { recountApiKeys } from '#lib/api-keys/recount.ts';
import { listCampaignsByStatus, recountCampaign } from '#lib/campaigns/recount.ts';
import { recountCompanies } from '#lib/companies/recount.ts';
import { countCompanyContacts, countContacts } from '#lib/contacts/recount.ts';
import { listAllAccounts } from '#lib/email-accounts/email-accounts.ts';
import { type Services, services } from '#lib/runtime/services.ts';
import { describeDifference } from '#lib/statistics/recount.ts';
import { recountBreakdown } from '#lib/statistics/recount-breakdown.ts';
import { repairDay } from '#lib/statistics/repair-day.ts';
import { recountTotals } from '#lib/statistics/totals.ts';
import { firstOpenDay, utcDay } from '#lib/statistics/utc-days.ts';
import { timeOfId } from '#lib/values/ids.ts';
import { addDays } from '#lib/values/time-zones.ts';
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
 * the statistics of past UTC days (by default all days of the workspace) and the current counters of campaigns, companies,
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
  const firstDay = from ?? utcDay(timeOfId(workspaceId));
  const lastDay = earlierOf(to ?? '9999-12-31', addDays(firstOpenDay(now()), -1));
  const statistics: object[] = [];
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    const scopes = [...campaignIds, ...accountIds];
    for (const difference of await repairDay(table, workspaceId, day, { scopes, repair })) {
      const { scopeId = workspaceId, isRepaired } = difference;
      // `missing` is what must be added to the stored counts, such as `sent: -2, opened: +1`.
      statistics.push({ day, scopeId, missing: describeDifference(difference), isRepaired });
    }
  }
  const campaigns: object[] = [];
  const breakdowns: object[] = [];
  for (const campaignId of campaignIds) {
    const difference = await recountCampaign(connected, workspaceId, campaignId, repair);
    if (difference) campaigns.push(difference);
    const breakdown = await recountBreakdown(table, workspaceId, campaignId, repair);
    breakdowns.push(...(breakdown === 'busy' ? [{ campaignId, outcome: breakdown }] : breakdown));
  }

  const readCounts = async () => ({ contacts: await countContacts(table, workspaceId), campaigns: statuses });
  const totals = await recountTotals(table, workspaceId, readCounts, repair);
  const companies = await recountCompanies(table, workspaceId, countCompanyContacts, repair);
  const apiKeys = await recountApiKeys(table, workspaceId, repair);

  return {
    workspaceId,
    // Null on the day when the workspace was created: it has no past day.
    from: firstDay <= lastDay ? firstDay : null,
    to: firstDay <= lastDay ? lastDay : null,
    repair,
    statistics,
    campaigns,
    breakdowns,
    totals,
    companies,
    apiKeys: apiKeys ?? null,
  };
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other;
}
