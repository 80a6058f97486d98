import { campaignBody, createCampaign, startCampaign } from '../support/campaign-fixtures.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';

export const campaignSubjects: readonly EndpointSubject[] = [
  {
    // The campaign and its place in the list, counters, a step, the enrolment and its place in the worklist.
    operation: 'campaigns.create',
    target: writeTarget(4, 2),
    why: 'the wake-up call for the enrolment follows the commit',
    prepare: async (bench, workspaceId) => ({ body: await campaignBody(bench, workspaceId, 1) }),
  },
  {
    operation: 'campaigns.get',
    target: readTargets.one,
    async prepare(bench, workspaceId) {
      const { campaignId } = await createCampaign(bench, workspaceId, 1);

      return { params: { id: campaignId } };
    },
  },
  {
    // The campaign and its place, the dispatch and its place, the event and its two places, the outbox.
    operation: 'campaigns.start',
    target: writeTarget(4, 4),
    why: 'the accounts are known once the campaign is read, and the schedule is set once the commit is done',
    async prepare(bench, workspaceId) {
      const { campaignId } = await createCampaign(bench, workspaceId, 1);

      return { params: { id: campaignId } };
    },
  },
  {
    operation: 'campaigns.pause',
    target: writeTarget(4, 4),
    why: 'the answer shows the whole campaign, which is read first; the schedule is removed once the commit is done',
    async prepare(bench, workspaceId) {
      const campaign = await createCampaign(bench, workspaceId, 1);
      await startCampaign(bench, campaign);

      return { params: { id: campaign.campaignId } };
    },
  },
];
