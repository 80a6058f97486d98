import { campaignBody, createCampaign, seedCampaigns, startCampaign } from '../support/campaign-fixtures.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets, writeTarget } from '../support/figures.ts';

export const campaignSubjects: readonly EndpointSubject[] = [
  {
    operation: 'campaigns.list',
    target: readTargets.page,
    why: 'counters change with every mail, so they stand in no list and are read one by one: 13 units of a page',
    async prepare(bench, workspaceId) {
      await seedCampaigns(bench, workspaceId, manyItems);

      return {};
    },
  },
  {
    operation: 'campaigns.list',
    detail: 'of a status',
    target: readTargets.page,
    why: 'as for the plain list',
    async prepare(bench, workspaceId) {
      await seedCampaigns(bench, workspaceId, manyItems);

      return { query: { status: 'draft' } };
    },
  },
  {
    operation: 'campaigns.list',
    detail: 'of a tag',
    target: readTargets.page,
    why: 'a tag says only which campaigns have it: a copy of the campaign for each tag would make every change cost as many',
    async prepare(bench, workspaceId) {
      await seedCampaigns(bench, workspaceId, manyItems);

      return { query: { tag: 'warm' } };
    },
  },
  {
    operation: 'campaigns.list',
    detail: 'by name',
    target: readTargets.page,
    why: 'names say only whose they are, so that a campaign that is started or paused does not write them',
    async prepare(bench, workspaceId) {
      await seedCampaigns(bench, workspaceId, manyItems);

      return { query: { search: 'spring' } };
    },
  },
  {
    // The campaign and its three index entries, counters, a step, the enrolment job and its index entry, the outbox.
    operation: 'campaigns.create',
    target: writeTarget(5, 4),
    why: 'what a contact is in already is known once it is read; the campaign is larger than 1 KB',
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
    // The campaign with a changed index entry, the item that claims check, the dispatch state and its index entry, the
    // event and its two index entries, the outbox.
    operation: 'campaigns.start',
    target: writeTarget(5, 7),
    why: 'the accounts are known once the campaign is read, and what is due once they are; the campaign is larger than 1 KB',
    async prepare(bench, workspaceId) {
      const { campaignId } = await createCampaign(bench, workspaceId, 1);

      return { params: { id: campaignId } };
    },
  },
  {
    operation: 'campaigns.pause',
    target: writeTarget(5, 7),
    why: 'the campaign is larger than 1 KB',
    async prepare(bench, workspaceId) {
      const campaign = await createCampaign(bench, workspaceId, 1);
      await startCampaign(bench, campaign);

      return { params: { id: campaign.campaignId } };
    },
  },
  {
    operation: 'campaigns.get',
    detail: 'that runs',
    target: readTargets.one,
    why: 'what keeps it from sending is known by its accounts and the mail that is due next, which are read once it is',
    async prepare(bench, workspaceId) {
      const campaign = await createCampaign(bench, workspaceId, 1);
      await startCampaign(bench, campaign);

      return { params: { id: campaign.campaignId } };
    },
  },
  {
    // The campaign and two of its index entries.
    operation: 'campaigns.update',
    target: writeTarget(1, 2),
    why: 'the campaign is larger than 1 KB, and is read strongly consistent with its texts, which the answer shows',
    async prepare(bench, workspaceId) {
      const { campaignId } = await createCampaign(bench, workspaceId, 1);

      return { params: { id: campaignId }, body: { dailyLimit: 50 } };
    },
  },
  {
    // The campaign and its three index entries, counters, dispatch state, the item that claims check, a step, the job and
    // its index entry, the outbox.
    operation: 'campaigns.delete',
    target: writeTarget(7, 4),
    why: 'the job is called once the commit is done; the campaign is larger than 1 KB',
    async prepare(bench, workspaceId) {
      const { campaignId } = await createCampaign(bench, workspaceId, 1);

      return { params: { id: campaignId } };
    },
  },
];
