import type { CampaignSummary } from '#lib/campaigns/definition/campaign.ts';
import { summarise } from '#lib/campaigns/read.ts';
import {
  campaignKey,
  campaignNames,
  campaignsIndex,
  campaignsOfStatus,
  campaignsOfTag,
  comparableCampaignName,
  countersKey,
  nameSortKey,
} from '#lib/campaigns/state/items.ts';
import type { CampaignStatus } from '#lib/campaigns/state/settings.ts';
import { type CampaignItem, toCampaignItem, toCounters, zeroCounters } from '#lib/campaigns/state/stored.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { isUpdatedAfter } from '#lib/values/schemas.ts';

interface CampaignFilters {
  readonly status?: CampaignStatus | undefined;
  readonly tag?: string | undefined;
  /** Prefix of the name, case-insensitive. */
  readonly search?: string | undefined;
  readonly updatedAfter?: string | undefined;
}

/**
 * Lists campaigns, newest first; a search sorts by name. The most selective filter is an index query; the others apply
 * to its results. Counters change with every email, so no index holds them: they are read by key.
 */
export function listCampaigns(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  query: PageRequest & CampaignFilters,
): Promise<Page<CampaignSummary>> {
  return queryPage(table, {
    ...mostSelectiveQuery(workspaceId, query),
    request: query,
    read: async (items) => {
      const campaigns = (await readCampaigns(table, workspaceId, items)).map((item) =>
        item && matches(item, query) ? item : undefined,
      );

      return withCounters(table, workspaceId, campaigns);
    },
  });
}

function mostSelectiveQuery(workspaceId: string, { status, tag, search }: CampaignFilters): MergedQuery {
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
    (query.search === undefined ||
      comparableCampaignName(name).startsWith(comparableCampaignName(query.search)))
  );
}

/** Campaigns of index entries; undefined for a deleted one. Some indexes project the whole item, others only its keys. */
async function readCampaigns(
  table: Table,
  workspaceId: string,
  items: readonly Item[],
): Promise<(CampaignItem | undefined)[]> {
  // Only a whole item has a version.
  if (items.every((item) => 'version' in item)) return items.map(toCampaignItem);
  // `gsi4sk` is `<name>#<id>`; the sort key of a tag entry is the id.
  const ids = items.map((item) => String(item['gsi4sk'] ?? item.sk).replace(/^.*#/, ''));
  const campaignItems = await table.getMany(ids.map((id) => campaignKey(workspaceId, id)));
  const byId = new Map(campaignItems.map(toCampaignItem).map((item) => [item.id, item]));

  return ids.map((id) => byId.get(id));
}

async function withCounters(
  table: Table,
  workspaceId: string,
  campaigns: readonly (CampaignItem | undefined)[],
): Promise<(CampaignSummary | undefined)[]> {
  const keys = campaigns.flatMap((item) => (item ? [countersKey(workspaceId, item.id)] : []));
  const counterItems = await table.getMany(keys);
  const byPartition = new Map(counterItems.map((item) => [item.pk, toCounters(item)]));

  return campaigns.map(
    (item) => item && summarise(item, byPartition.get(countersKey(workspaceId, item.id).pk) ?? zeroCounters),
  );
}
