import * as z from 'zod/mini';
import { NewCampaign } from '#lib/campaigns/definition/campaign.ts';
import { planCampaign } from '#lib/campaigns/definition/create.ts';
import { commit } from '#lib/commit/commit.ts';
import { jobsPartition } from '#lib/jobs/items.ts';
import { eventBridgeSchedules } from '#lib/schedule/campaign-schedules.ts';
import { CampaignId } from '#lib/values/schemas.ts';
import type { Bench } from './bench.ts';
import { measureCost } from './cost.ts';
import { newKey } from './endpoint-scenario.ts';
import { seedAccount, seedContacts } from './fixtures.ts';
import { callEndpoint, deliverMessage } from './invoke.ts';

export interface DraftCampaign {
  readonly workspaceId: string;
  readonly campaignId: string;
  readonly accountId: string;
  readonly contactIds: readonly string[];
  readonly steps: z.infer<typeof Created>['steps'];
}

const Created = z.object({
  id: CampaignId,
  steps: z.array(z.object({ id: z.string(), variants: z.array(z.object({ id: z.string() })) })),
});

/** The request body of a campaign with a number of steps, one account and existing contacts. */
export async function campaignBody(bench: Bench, workspaceId: string, contactCount: number, mails = 1) {
  const accountId = await seedAccount(bench, workspaceId);
  const contacts = await seedContacts(bench, workspaceId, contactCount);
  const variant = {
    subject: 'A word, {{firstName}}',
    bodyText: 'Dear {{firstName}},\n\nyour engines could do more. Shall we talk?\n',
  };

  return {
    name: 'Spring',
    schedule: {
      windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
    },
    steps: Array.from({ length: mails }, () => ({ businessDaysOnly: false, variants: [variant] })),
    emailAccountIds: [accountId],
    contactIds: contacts.map(({ id }) => id),
  };
}

/** Drafts without contacts that share a tag. */
export async function seedCampaigns(bench: Bench, workspaceId: string, count: number): Promise<void> {
  const input = NewCampaign.parse({ name: 'Spring', tags: ['warm'] });
  for (let done = 0; done < count; done++) {
    await commit(bench, workspaceId, await planCampaign(bench, workspaceId, input));
  }
}

/** A draft with one step and no contacts. */
export async function seedCampaign(bench: Bench, workspaceId: string): Promise<string> {
  const step = { variants: [{ subject: 'Hello', bodyText: 'Good day.' }] };
  const change = await planCampaign(bench, workspaceId, NewCampaign.parse({ name: 'Spring', steps: [step] }));
  await commit(bench, workspaceId, change);

  return change.result.id;
}

/** The state after creation: no contact is enrolled yet. */
export async function createCampaign(
  bench: Bench,
  workspaceId: string,
  contactCount: number,
  mails = 1,
): Promise<DraftCampaign> {
  const body = await campaignBody(bench, workspaceId, contactCount, mails);
  const apiKey = await newKey(bench, workspaceId);
  const reply = await callEndpoint('campaigns.create', { apiKey, body });
  const { id: campaignId, steps } = Created.parse(reply.body);
  const [accountId = ''] = body.emailAccountIds;

  return { workspaceId, campaignId, accountId, contactIds: body.contactIds, steps };
}

/** A campaign with a tag as its audience and no contacts yet. */
export async function createAudienceCampaign(
  bench: Bench,
  workspaceId: string,
  tag: string,
): Promise<DraftCampaign> {
  const { contactIds: _, ...body } = await campaignBody(bench, workspaceId, 0);
  const apiKey = await newKey(bench, workspaceId);
  const audience = { tags: [tag] };
  const reply = await callEndpoint('campaigns.create', { apiKey, body: { ...body, audience } });
  const { id: campaignId, steps } = Created.parse(reply.body);
  const [accountId = ''] = body.emailAccountIds;

  return { workspaceId, campaignId, accountId, contactIds: [], steps };
}

/** Executes the campaign's enrolment job. */
export async function enrol(bench: Bench, { workspaceId, campaignId }: DraftCampaign): Promise<void> {
  const { items } = await bench.table.query({
    pk: jobsPartition(workspaceId),
    limit: 1000,
  });
  const unfinished = items.filter(({ endedAt }) => endedAt === undefined);
  for (const job of unfinished.filter((each) => each['campaignId'] === campaignId)) {
    await deliverMessage('jobs.run', { workspaceId, jobId: job.sk });
  }
}

/** Processes the campaign's next dispatch message, and then the send message of its first due contact. */
export async function dispatchAndSend(bench: Bench, campaign: DraftCampaign) {
  const { workspaceId, campaignId, accountId, contactIds } = campaign;
  // A schedule that has fired no longer exists; the same applies here after the dispatch.
  await eventBridgeSchedules(bench).delete(campaignId);
  const dispatch = await measureCost(() => deliverMessage('campaigns.dispatch', { workspaceId, campaignId }));
  const hint = { workspaceId, campaignId, contactId: contactIds[0], accountId };
  const send = await measureCost(() => deliverMessage('emails.send', hint));

  return { dispatch, send, hint };
}

export async function startCampaign(bench: Bench, { workspaceId, campaignId }: DraftCampaign): Promise<void> {
  const apiKey = await newKey(bench, workspaceId);
  await callEndpoint('campaigns.start', { apiKey, params: { id: campaignId } });
}
