import type { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { describeInactive } from '#lib/campaigns/planning/sending-status.ts';
import { presentCampaign, readStored } from '#lib/campaigns/read.ts';
import { ruleOf } from '#lib/campaigns/state/action-rules.ts';
import { planPauseWithReason } from '#lib/campaigns/state/transitions.ts';
import type { Change } from '#lib/commit/change.ts';
import type { Services } from '#lib/runtime/services.ts';
import { invalidField } from '#lib/values/problem.ts';

/**
 * active → paused. Idempotent. After the commit no email of the campaign can be claimed. Publishing `campaign.paused`
 * triggers the dispatcher, which removes the schedule.
 */
export async function planPause(
  { table, now }: Services,
  workspaceId: string,
  campaignId: string,
): Promise<Change<Campaign>> {
  const stored = await readStored(table, workspaceId, campaignId);
  const { item } = stored;
  const rule = ruleOf('pause', item.status);
  if (rule.kind === 'refused') throw invalidField('', 'state', rule.message);
  if (rule.kind === 'stays') {
    return { writes: [], result: presentCampaign(stored, describeInactive(item)) };
  }

  const { statusChange, change } = planPauseWithReason(workspaceId, item, 'user', now());
  const after = { ...stored, item: { ...item, ...statusChange } };

  return { ...change, result: presentCampaign(after, describeInactive(after.item)) };
}
