import type { Campaign } from '#lib/campaigns/campaign.ts';
import { presentCampaign, readStored } from '#lib/campaigns/read.ts';
import { describeStandstill } from '#lib/campaigns/sending-status.ts';
import { ruleOf } from '#lib/campaigns/state.ts';
import { planPausing } from '#lib/campaigns/transitions.ts';
import { invalidField } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import type { Services } from '#lib/runtime/services.ts';

/**
 * active → paused. Pausing a paused campaign changes nothing. Once committed, nothing is claimed any more; its schedule
 * is removed by the dispatcher, which publishing `campaign.paused` calls.
 */
export async function planPause(
  { table, now }: Services,
  workspaceId: string,
  campaignId: string,
): Promise<Change<Campaign>> {
  const stored = await readStored(table, workspaceId, campaignId, { consistent: true });
  const { item } = stored;
  const rule = ruleOf('pause', item.status);
  if (rule.kind === 'refused') throw invalidField('', 'state', rule.message);
  if (rule.kind === 'stays') {
    return { writes: [], result: presentCampaign(stored, describeStandstill(item)) };
  }

  const { move, change } = planPausing(workspaceId, item, 'user', now());
  const after = { ...stored, item: { ...item, ...move } };

  return { ...change, result: presentCampaign(after, describeStandstill(after.item)) };
}
