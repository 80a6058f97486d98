import type { CampaignSummary } from '#lib/campaigns/definition/campaign.ts';
import type { CampaignStatus } from '#lib/campaigns/definition/settings.ts';
import {
  campaignKey,
  campaignNames,
  campaignsIndex,
  campaignsOfStatus,
  campaignsOfTag,
  comparableName,
  countersKey,
  nameSortKey,
} from '#lib/campaigns/items.ts';
import { summarise } from '#lib/campaigns/read.ts';
import { type CampaignItem, noCounts, toCampaignItem, toCounters } from '#lib/campaigns/stored.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { MergedQuery } from '#lib/storage/merge.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { isUpdatedAfter } from '#lib/values/schemas.ts';

interface CampaignFilters {
  readonly status?: CampaignStatus | undefined;
  readonly tag?: string | undefined;
  /** What the name begins with, in any case. */
  readonly search?: string | undefined;
  readonly updatedAfter?: string | undefined;
}

/**
 * Newest first, but in the order of names when they are searched. Each filter alone is a query of an index; of several
 * the one that leaves fewest is. Counters change with every mail, so they stand in no list and are read one by one.
 */
export function listCampaigns(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  query: PageRequest & CampaignFilters,
): Promise<Page<CampaignSummary>> {
  return queryPage(table, {
    ...placeOf(workspaceId, query),
    request: query,
    read: async (items) => {
      const campaigns = (await campaignsAt(table, workspaceId, items)).map((item) =>
        item && matches(item, query) ? item : undefined,
      );

      return withCounters(table, workspaceId, campaigns);
    },
  });
}

function placeOf(workspaceId: string, { status, tag, search }: CampaignFilters): MergedQuery {
  if (tag !== undefined) return { partitions: [campaignsOfTag(workspaceId, tag)] };
  if (search !== undefined) {
    return {
      index: 'gsi4',
      partitions: [campaignNames(workspaceId)],
      prefix: nameSortKey(search),
      ascending: true,
    };
  }
  if (status !== undefined) return { index: 'gsi2', partitions: [campaignsOfStatus(workspaceId, status)] };

  return { index: 'gsi1', partitions: [campaignsIndex(workspaceId)] };
}

function matches(campaign: CampaignItem, query: CampaignFilters): boolean {
  const { status, tags, name } = campaign;

  return (
    isUpdatedAfter(campaign, query) &&
    (query.status === undefined || query.status === status) &&
    (query.tag === undefined || tags.includes(query.tag)) &&
    (query.search === undefined || comparableName(name).startsWith(comparableName(query.search)))
  );
}

/** Some lists hold the campaigns, others only say which they are. */
async function campaignsAt(
  table: Table,
  workspaceId: string,
  items: readonly Item[],
): Promise<(CampaignItem | undefined)[]> {
  if (items.every((item) => 'version' in item)) return items.map(toCampaignItem);
  const ids = items.map((item) => String(item['gsi4sk'] ?? item.sk).replace(/^.*#/, ''));
  const found = await table.getMany(ids.map((id) => campaignKey(workspaceId, id)));
  const byId = new Map(found.map(toCampaignItem).map((item) => [item.id, item]));

  return ids.map((id) => byId.get(id));
}

async function withCounters(
  table: Table,
  workspaceId: string,
  campaigns: readonly (CampaignItem | undefined)[],
): Promise<(CampaignSummary | undefined)[]> {
  const keys = campaigns.flatMap((item) => (item ? [countersKey(workspaceId, item.id)] : []));
  const found = await table.getMany(keys);
  const byPartition = new Map(found.map((item) => [item.pk, toCounters(item)]));

  return campaigns.map(
    (item) => item && summarise(item, byPartition.get(countersKey(workspaceId, item.id).pk) ?? noCounts),
  );
}
