import { newId } from '#lib/runtime/ids.ts';
import { eventBridgeSchedules } from '#lib/schedule/campaign-schedules.ts';
import type { Bench } from '../support/bench.ts';
import { createCampaign, enrol, startCampaign } from '../support/campaign-fixtures.ts';
import { measureCost, shareOf } from '../support/cost.ts';
import { type Figure, manyItems } from '../support/figures.ts';

/** In a running campaign, so that its wake-up call is part of it. */
export async function measureEnrolling(bench: Bench): Promise<Figure[]> {
  const campaign = await createCampaign(bench, newId('wsp', bench.now()), manyItems);
  await startCampaign(bench, campaign);
  await eventBridgeSchedules(bench).clear(campaign.campaignId);
  const cost = await measureCost(() => enrol(bench, campaign));

  return [
    {
      name: `campaigns.run-job, ${manyItems} contacts`,
      operations: ['campaigns.run-job'],
      cost,
    },
    {
      name: 'one enrolled contact',
      operations: ['campaigns.run-job'],
      cost: shareOf(cost, manyItems),
    },
  ];
}
