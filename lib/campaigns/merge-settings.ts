import type { CampaignPatch } from '#lib/campaigns/campaign.ts';
import { normaliseSchedule, Schedule } from '#lib/campaigns/schedule.ts';
import { Audience } from '#lib/campaigns/settings.ts';
import type { CampaignItem } from '#lib/campaigns/stored.ts';
import { describeIssues } from '#lib/http/issues.ts';
import type { ProblemDetail } from '#lib/http/problem.ts';
import { mergePatch } from '#lib/runtime/merge-patch.ts';

export type SettingsPatch = Omit<CampaignPatch, 'steps' | 'addContactIds' | 'removeContactIds'>;

/** Objects of settings keep the fields that the patch leaves out. */
export function mergeSettings(
  item: CampaignItem,
  { schedule, unsubscribe, audience, ...patch }: SettingsPatch,
): CampaignItem {
  return mergePatch(item, {
    ...patch,
    ...(schedule && { schedule: normaliseSchedule(mergePatch(item.schedule, schedule)) }),
    ...(unsubscribe && { unsubscribe: mergePatch(item.unsubscribe, unsubscribe) }),
    ...(audience && { audience: mergePatch(item.audience ?? noAudience, audience) }),
    ...(audience === null && { audience }),
  });
}

const noAudience: Audience = { tags: [], companyIds: [], match: 'any' };

/** What only the merged result shows: each field of the patch is valid by itself. */
export function settingsFaults(item: CampaignItem, patch: SettingsPatch): ProblemDetail[] {
  const { schedule, audience } = mergeSettings(item, patch);

  return [
    ...(patch.schedule ? describeIssues(Schedule.safeParse(schedule).error?.issues ?? [], 'schedule') : []),
    ...(patch.audience ? describeIssues(Audience.safeParse(audience).error?.issues ?? [], 'audience') : []),
  ];
}
