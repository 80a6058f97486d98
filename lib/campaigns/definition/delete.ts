import { enrolmentJobPuts, jobMessages, newEnrolmentJob } from '#lib/campaigns/enrolment/jobs.ts';
import {
  activeKey,
  campaignKey,
  countersKey,
  dispatchKey,
  quotaKey,
  tagEntryKey,
} from '#lib/campaigns/state/items.ts';
import { stepPartKeys } from '#lib/campaigns/state/step-items.ts';
import { toCampaignItem, toCounters } from '#lib/campaigns/state/stored.ts';
import { campaignChanged, campaignEvent, statusCounterIncrement } from '#lib/campaigns/state/transitions.ts';
import type { Change } from '#lib/commit/change.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lookUpItems, type Write } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';

/**
 * Deletes a campaign, its steps and its list entries in one transaction. After the commit no email can be claimed. A
 * job stops the executions, because they do not fit into the transaction. Activity is kept.
 * @throws Problem 404
 */
export async function planCampaignDeletion(
  { table, now }: Services,
  workspaceId: string,
  campaignId: string,
): Promise<Change<undefined>> {
  const keys = [campaignKey(workspaceId, campaignId), countersKey(workspaceId, campaignId)];
  const [campaign, countersItem] = keys.map(await lookUpItems(table, keys));
  if (!campaign || !countersItem) throw notFound();

  const item = toCampaignItem(campaign);
  const { contacts, openJobs } = toCounters(countersItem);
  const isEmpty = contacts === 0 && openJobs === 0;
  const erasureJobs = isEmpty
    ? []
    : [newEnrolmentJob({ workspaceId, campaignId, action: 'erase' }, [], now())];

  return {
    writes: [
      {
        delete: campaignKey(workspaceId, campaignId),
        if: { version: { is: item.version } },
        otherwise: campaignChanged,
      },
      {
        // Whether a job is needed depends on these counts.
        delete: countersKey(workspaceId, campaignId),
        if: { contacts: { is: contacts }, openJobs: { is: openJobs } },
        otherwise: campaignChanged,
      },
      { delete: dispatchKey(workspaceId, campaignId) },
      { delete: activeKey(workspaceId, campaignId) },
      { delete: quotaKey(workspaceId, campaignId) },
      ...item.steps
        .flatMap((head) => stepPartKeys(workspaceId, campaignId, head))
        .map((key): Write => ({ delete: key })),
      ...item.tags.map((tag): Write => ({ delete: tagEntryKey(workspaceId, tag, campaignId) })),
      ...enrolmentJobPuts(erasureJobs),
    ],
    // Notifies subscribers that an active campaign has stopped sending.
    events: item.status === 'active' ? [campaignEvent('campaign.paused', item, { reason: 'deleted' })] : [],
    increments: [statusCounterIncrement(workspaceId, item.status, -1)],
    before: item,
    result: undefined,
    // No dispatch message: publishing `campaign.paused` triggers the dispatcher, which removes the schedule.
    messages: jobMessages(erasureJobs),
  };
}
