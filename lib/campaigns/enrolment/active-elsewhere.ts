import { readOutlines } from '#lib/campaigns/enrolment/outline.ts';
import type { CampaignItem } from '#lib/campaigns/stored.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { readOpenExecutions } from '#lib/executions/executions.ts';
import type { Table } from '#lib/storage/table.ts';
import { timeOfId } from '#lib/values/ids.ts';

/**
 * Whether another campaign started earlier with the contact of an execution. Enrolment refuses such contacts, but a
 * draft does not reserve its contacts, so two campaigns with the same contact can start. Checked before a first email.
 */
export async function isActiveElsewhere(
  table: Table,
  campaign: Pick<CampaignItem, 'id' | 'startedAt' | 'allowParallel'>,
  execution: Execution,
): Promise<boolean> {
  const { workspaceId, contactId, sentCount } = execution;
  if (campaign.allowParallel || sentCount > 0) return false;
  const openExecutions = await readOpenExecutions(table, workspaceId, contactId);
  const otherExecutions = openExecutions.filter(({ campaignId }) => campaignId !== campaign.id);
  const outlines = await readOutlines(
    table,
    workspaceId,
    otherExecutions.map(({ campaignId }) => campaignId),
  );
  const ownSince = sendableSince(execution, campaign);

  return otherExecutions.some((other) => {
    const outline = outlines.find(({ id }) => id === other.campaignId);
    if (!outline || outline.status === 'draft') return false;
    const since = sendableSince(other, outline);

    // If both start in the same millisecond, the id decides.
    return since < ownSince || (since === ownSince && outline.id < campaign.id);
  });
}

/** Since when the contact is enrolled and the campaign is started. The id has the time of the enrolment. Epoch milliseconds. */
function sendableSince({ id }: Execution, { startedAt }: { readonly startedAt: string | null }): number {
  return Math.max(timeOfId(id), startedAt === null ? 0 : Date.parse(startedAt));
}
