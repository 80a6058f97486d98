import { readOutlines } from '#lib/campaigns/enrolment/outline.ts';
import type { CampaignItem } from '#lib/campaigns/stored.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { openExecutions } from '#lib/executions/executions.ts';
import type { Table } from '#lib/storage/table.ts';
import { timeOfId } from '#lib/values/ids.ts';

/**
 * Whether another campaign has begun with the contact of an execution before. Enrolment refuses such contacts, but a draft
 * keeps no contact to itself, so that two campaigns may be started with the same one. Asked before a first email.
 */
export async function isActiveElsewhere(
  table: Table,
  campaign: Pick<CampaignItem, 'id' | 'startedAt' | 'allowParallel'>,
  execution: Execution,
): Promise<boolean> {
  const { workspaceId, contactId, sentCount } = execution;
  if (campaign.allowParallel || sentCount > 0) return false;
  const open = await openExecutions(table, workspaceId, contactId);
  const others = open.filter(({ campaignId }) => campaignId !== campaign.id);
  const outlines = await readOutlines(
    table,
    workspaceId,
    others.map(({ campaignId }) => campaignId),
  );
  const own = beginOf(execution, campaign);

  return others.some((other) => {
    const outline = outlines.find(({ id }) => id === other.campaignId);
    if (!outline || outline.status === 'draft') return false;
    const begin = beginOf(other, outline);

    // Of two that begin in the same millisecond, one goes on.
    return begin < own || (begin === own && outline.id < campaign.id);
  });
}

/** When an execution could first be mailed: enrolled, and its campaign started. Epoch milliseconds. */
function beginOf({ id }: Execution, { startedAt }: { readonly startedAt: string | null }): number {
  return Math.max(timeOfId(id), startedAt === null ? 0 : Date.parse(startedAt));
}
