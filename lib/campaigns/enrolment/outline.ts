import * as z from 'zod/mini';
import { campaignKey } from '#lib/campaigns/state/items.ts';
import { Delay } from '#lib/campaigns/state/step.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { invalid, missingIdFaults } from '#lib/values/problem.ts';

/** The fields of a campaign that other modules read. The whole schema would enlarge their bundles. */
const CampaignOutline = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['draft', 'active', 'paused', 'completed']),
  startedAt: z.nullable(z.string()),
  allowReentry: z.boolean(),
  allowParallel: z.boolean(),
  stopOnReply: z.boolean(),
  stopOnClick: z.boolean(),
  schedule: z.object({
    useContactTimezone: z.boolean(),
    timezone: z.string(),
    blackoutDates: z.array(z.string()),
  }),
  steps: z.array(z.object({ id: z.string(), delay: Delay, businessDaysOnly: z.boolean() })),
});
export type CampaignOutline = z.infer<typeof CampaignOutline>;

const toOutline = (item: Item): CampaignOutline => CampaignOutline.parse(item);

/** Reads the outline of a campaign; undefined if it does not exist. */
export async function findOutline(
  table: Table,
  workspaceId: string,
  campaignId: string,
): Promise<CampaignOutline | undefined> {
  const item = await table.get(campaignKey(workspaceId, campaignId));

  return item && toOutline(item);
}

/** Reads the outlines of existing campaigns. The order is not defined. */
export async function readOutlines(
  table: Table,
  workspaceId: string,
  campaignIds: readonly string[],
): Promise<CampaignOutline[]> {
  const keys = campaignIds.map((id) => campaignKey(workspaceId, id));
  const items = await table.getMany(keys);

  return items.map(toOutline);
}

/**
 * Reads campaigns in the order of the ids.
 * @param member path of the id within each element of the field, for error messages
 * @throws Problem 422 for campaigns that do not exist
 */
export async function requireCampaigns(
  table: Table,
  workspaceId: string,
  field: string,
  campaignIds: readonly string[],
  member = '',
): Promise<CampaignOutline[]> {
  const campaigns = await readOutlines(table, workspaceId, campaignIds);
  const faults = missingIdFaults(field, campaignIds, campaigns, member);
  if (faults.length > 0) throw invalid(faults);

  return campaignIds.flatMap((id) => campaigns.find((campaign) => campaign.id === id) ?? []);
}
