import { breakdownKey } from '#lib/statistics/items.ts';
import { localDate } from '#lib/values/time-zones.ts';
import {
  campaignBody,
  createCampaign,
  enrol,
  seedCampaigns,
  startCampaign,
} from '../support/campaign-fixtures.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets, writeTarget } from '../support/figures.ts';
import { seedUser } from '../support/user-fixtures.ts';

export const campaignSubjects: readonly EndpointSubject[] = [
  {
    operation: 'campaigns.list',
    target: readTargets.page,
    why: 'counters change with every email, so no index has them; they are read individually, 13 units per page',
    async prepare(bench, workspaceId) {
      await seedCampaigns(bench, workspaceId, manyItems);

      return {};
    },
  },
  {
    operation: 'campaigns.list',
    detail: 'of a status',
    target: readTargets.page,
    why: 'the same as for the list without a filter',
    async prepare(bench, workspaceId) {
      await seedCampaigns(bench, workspaceId, manyItems);

      return { query: { status: 'draft' } };
    },
  },
  {
    operation: 'campaigns.list',
    detail: 'of a tag',
    target: readTargets.page,
    why: 'the items for tags have only the campaign id; a copy of the campaign per tag would multiply the cost of each change',
    async prepare(bench, workspaceId) {
      await seedCampaigns(bench, workspaceId, manyItems);

      return { query: { tag: 'warm' } };
    },
  },
  {
    operation: 'campaigns.list',
    detail: 'by name',
    target: readTargets.page,
    why: 'the items for names have only the campaign id, so that starting and pausing do not write them',
    async prepare(bench, workspaceId) {
      await seedCampaigns(bench, workspaceId, manyItems);

      return { query: { search: 'spring' } };
    },
  },
  {
    // The campaign and its three index entries, counters, a step, the enrolment job and its index entry, the outbox.
    operation: 'campaigns.create',
    target: writeTarget(5, 4),
    why: 'the executions of a contact are read after the contact; the campaign is larger than 1 KB',
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
    why: 'the accounts are read after the campaign, and due executions after the accounts; the campaign is larger than 1 KB',
    async prepare(bench, workspaceId) {
      const { campaignId } = await createCampaign(bench, workspaceId, 1);

      return { params: { id: campaignId } };
    },
  },
  {
    operation: 'campaigns.list-recipients',
    target: readTargets.page,
    why: 'the index of executions has keys only, and each execution is read with its contact; the texts of the next step decide the variant',
    async prepare(bench, workspaceId) {
      const campaign = await createCampaign(bench, workspaceId, manyItems);
      await enrol(bench, campaign);

      return { params: { id: campaign.campaignId } };
    },
  },
  {
    operation: 'campaigns.update-recipients',
    detail: 'that removes 25',
    target: { roundTrips: 4, writeUnits: 80, readUnits: 40 },
    why: 'each execution leaves its due index; all change in one transaction, which costs twice',
    async prepare(bench, workspaceId) {
      const campaign = await createCampaign(bench, workspaceId, 25);
      await enrol(bench, campaign);
      const body = { action: 'remove', contactIds: campaign.contactIds };

      return { params: { id: campaign.campaignId }, body };
    },
  },
  {
    operation: 'campaigns.choose-winner',
    target: writeTarget(3, 4),
    why: 'the campaign is larger than 1 KB',
    async prepare(bench, workspaceId) {
      const { campaignId, steps } = await createCampaign(bench, workspaceId, 1);
      const [step] = steps;
      const params = { id: campaignId, stepId: step?.id ?? '' };

      return { params, body: { variantId: step?.variants[0]?.id } };
    },
  },
  {
    operation: 'campaigns.stats',
    detail: 'with 90 days of events',
    target: { roundTrips: 3, writeUnits: 1, readUnits: 10 },
    why: 'the period has one item for each day with events, read in one query',
    async prepare(bench, workspaceId) {
      const { campaignId } = await createCampaign(bench, workspaceId, 1);
      const firstAt = Date.now() - 89 * 86_400_000;
      for (let day = 0; day < 90; day++) {
        const at = localDate(firstAt + day * 86_400_000, 'UTC');
        const counts = Object.fromEntries(
          ['sABCDEFGHs', 'vABCDEFGHs', 'aABCDEFGHs'].map((name) => [name, day]),
        );
        await bench.table.put({ put: { ...breakdownKey(workspaceId, campaignId, at), ...counts } });
      }

      return { params: { id: campaignId }, query: { interval: 'day', groupBy: 'variant' } };
    },
  },
  {
    operation: 'campaigns.preview',
    target: { roundTrips: 5, writeUnits: 1, readUnits: 2.5 },
    why: 'the contact and its execution are read after the campaign, and the account after them, because the execution names it; each link is signed',
    async prepare(bench, workspaceId) {
      const { campaignId, contactIds } = await createCampaign(bench, workspaceId, 1);

      return { params: { id: campaignId }, body: { contactId: contactIds[0] } };
    },
  },
  {
    operation: 'campaigns.test',
    target: { roundTrips: 10, writeUnits: 12, readUnits: 4 },
    why: 'the short link of a plain-text email is stored with the audit entry; the email counts towards its limits and the account’s day; the key is reserved before the email is sent, so that concurrent requests with one key send only one; a waiting request counts as in flight',
    async prepare(bench, workspaceId) {
      const { campaignId, contactIds } = await createCampaign(bench, workspaceId, 1);
      const { email: to } = await seedUser(bench, workspaceId);

      return { params: { id: campaignId }, body: { contactId: contactIds[0], to } };
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
    why: 'the sending status requires its accounts and the next due email, which are read after the campaign',
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
    why: 'the campaign is larger than 1 KB and is read with strong consistency, including its texts for the response',
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
    why: 'the message for the job is sent after the commit; the campaign is larger than 1 KB',
    async prepare(bench, workspaceId) {
      const { campaignId } = await createCampaign(bench, workspaceId, 1);

      return { params: { id: campaignId } };
    },
  },
];
