import { deliverMessage } from '../../../bench/support/invoke.ts';
import { runCampaign } from '../../../workers/support/campaign.ts';
import { workspaceId } from '../../../workers/support/one-mail.ts';
import { countReplies } from '../../../workers/support/winners.ts';
import { runAs } from './emissions.ts';
import type { Paths, RunPath } from './paths.ts';

const variants = ['Hello', 'Hi'].map((subject) => ({ subject, bodyText: 'Good day.' }));

/** Chooses the first variant. */
const chooseWinner: RunPath = async ({ request }) => {
  const { campaign } = await runCampaign(workspaceId, { campaign: { steps: [{ variants }] } });
  const [step] = campaign.steps;
  const params = { id: campaign.id, stepId: step?.id ?? '' };
  await request('campaigns.choose-winner', { params, body: { variantId: step?.variants[0]?.id } });
};

/** The second variant has more replies than the rule of its step requires. */
export async function decideWinner(): Promise<void> {
  const steps = [{ variants, winnerRule: { metric: 'replied' } }];
  const { campaign } = await runCampaign(workspaceId, { campaign: { steps } });
  await countReplies(workspaceId, campaign, [
    [100, 2],
    [100, 20],
  ]);
  const message = { workspaceId, campaignId: campaign.id };
  await runAs('campaigns.dispatch', () => deliverMessage('campaigns.dispatch', message));
}

/** Changes of the winner of an A/B test. */
export const winnerPaths: Paths = {
  winnerChanged: {
    'campaigns.choose-winner': { act: chooseWinner },
    'campaigns.dispatch': { act: decideWinner },
  },
};
