import { eventBridgeSchedules } from '#lib/schedule/campaign-schedules.ts';
import { newId } from '#lib/values/ids.ts';
import type { Bench } from '../support/bench.ts';
import {
  createAudienceCampaign,
  createCampaign,
  enrol,
  startCampaign,
} from '../support/campaign-fixtures.ts';
import { measureCost, shareOf } from '../support/cost.ts';
import { type Figure, manyItems } from '../support/figures.ts';
import { seedContacts } from '../support/fixtures.ts';

/** In a running campaign, so that its dispatch message is included. */
export async function measureEnrolling(bench: Bench): Promise<Figure[]> {
  const campaign = await createCampaign(bench, newId('wsp', bench.now()), manyItems);
  await startCampaign(bench, campaign);
  await eventBridgeSchedules(bench).delete(campaign.campaignId);
  const cost = await measureCost(() => enrol(bench, campaign));

  return [
    {
      name: `enrolment job, ${manyItems} contacts`,
      operations: ['jobs.run'],
      cost,
    },
    {
      name: 'one enrolled contact',
      operations: ['jobs.run'],
      cost: shareOf(cost, manyItems),
    },
  ];
}

/** Contacts with a tag, enrolled when the campaign with this audience is started. */
export async function measureAudience(bench: Bench): Promise<Figure[]> {
  const workspaceId = newId('wsp', bench.now());
  await seedContacts(bench, workspaceId, manyItems);
  const campaign = await createAudienceCampaign(bench, workspaceId, 'lead');
  await startCampaign(bench, campaign);
  await eventBridgeSchedules(bench).delete(campaign.campaignId);
  const cost = await measureCost(() => enrol(bench, campaign));

  return [
    {
      name: 'one contact enrolled by an audience',
      operations: ['jobs.run'],
      cost: shareOf(cost, manyItems),
    },
  ];
}
