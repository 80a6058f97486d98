import type { CampaignPatch } from '#lib/campaigns/definition/campaign.ts';
import { campaignSettings } from '#lib/campaigns/state/settings.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import { describeIssues } from '#lib/http/issues.ts';
import { mergePatch } from '#lib/values/merge-patch.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';

export type SettingsPatch = Omit<CampaignPatch, 'steps' | 'addContactIds' | 'removeContactIds'>;

/** Applies a patch. Objects keep the fields that the patch omits. */
export function mergeSettings(
  item: CampaignItem,
  { schedule, unsubscribe, audience, ...patch }: SettingsPatch,
): CampaignItem {
  return mergePatch(item, {
    ...patch,
    ...(schedule && { schedule: mergePatch(item.schedule, schedule) }),
    ...(unsubscribe && { unsubscribe: mergePatch(item.unsubscribe, unsubscribe) }),
    ...(audience && { audience: mergePatch(item.audience ?? noAudience, audience) }),
    // Null removes the audience.
    ...(audience === null && { audience }),
  });
}

const noAudience: NonNullable<CampaignItem['audience']> = { tags: [], companyIds: [], match: 'any' };

/** Faults of the merged settings. Each field of the patch alone is already valid. */
export function settingsFaults(merged: CampaignItem, patch: SettingsPatch): ProblemDetail[] {
  const issuesOf = (name: 'schedule' | 'audience', value: unknown) =>
    patch[name] ? describeIssues(campaignSettings[name].safeParse(value).error?.issues ?? [], name) : [];

  return [
    ...issuesOf('schedule', merged.schedule),
    ...issuesOf('audience', merged.audience),
    ...reassignmentFaults(merged),
  ];
}

/** The target of a reassignment must be an account of the campaign that does not reassign its own threads. */
function reassignmentFaults({ threadReassignments, emailAccountIds }: CampaignItem): ProblemDetail[] {
  const sourceIds = new Set(threadReassignments.map(({ fromAccountId }) => fromAccountId));

  return threadReassignments.flatMap(({ toAccountId }, position) => {
    const path = `threadReassignments[${position}].toAccountId`;
    if (!emailAccountIds.includes(toAccountId)) {
      return [{ path, rule: 'reassignment', message: 'must be one of emailAccountIds' }];
    }

    return sourceIds.has(toAccountId)
      ? [{ path, rule: 'reassignment', message: 'must not be the fromAccountId of an entry' }]
      : [];
  });
}
