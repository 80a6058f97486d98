import { dispatchKey } from '#lib/campaigns/state/items.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { handler as sendHandler } from '../../../../functions/emails/send.ts';
import { deliverMessage } from '../../../bench/support/invoke.ts';
import { connected } from '../../../support/stack.ts';
import { takeCalls } from '../../../workers/support/activity.ts';
import { runCampaign } from '../../../workers/support/campaign.ts';
import { steps } from '../../../workers/support/inbox.ts';
import { consume } from '../../../workers/support/invoke.ts';
import { runOne, workspaceId } from '../../../workers/support/one-mail.ts';
import { runAs } from './emissions.ts';
import type { Paths, RunPath } from './paths.ts';
import { emailWithUnknownOutcome } from './scenario.ts';

function dispatch(campaignId: string): Promise<void> {
  return runAs('campaigns.dispatch', () => deliverMessage('campaigns.dispatch', { workspaceId, campaignId }));
}

async function activeCampaign(): Promise<string> {
  return (await runCampaign(workspaceId)).campaign.id;
}

const oneMail = { steps: [{ variants: [{ subject: 'Hello', bodyText: 'Good day.' }] }] };

/** States that an email with an unknown outcome was sent. */
function resolution(campaign: Record<string, unknown>): RunPath {
  return async ({ request }) => {
    const { campaignId: id, contactId, stepId } = await emailWithUnknownOutcome({ campaign });
    const body = { action: 'resolve', outcome: 'sent', stepId, contactIds: [contactId] };
    await request('campaigns.update-recipients', { params: { id }, body });
  };
}

/** Changes of a campaign's status, and actions on its recipients. */
export const campaignPaths: Paths = {
  campaignStarted: {
    'campaigns.start': {
      act: async ({ request }) => {
        const id = await activeCampaign();
        await request('campaigns.pause', { params: { id } });
        await request('campaigns.start', { params: { id } });
      },
    },
  },
  campaignPaused: {
    'campaigns.pause': {
      act: async ({ request }) => request('campaigns.pause', { params: { id: await activeCampaign() } }),
    },
    'campaigns.dispatch': {
      act: async () => {
        const { campaign, accountIds } = await runCampaign(workspaceId);
        const { table } = connected();
        const stalledSince = Date.now() - 25 * 3_600_000;
        await table.update({
          update: accountKey(workspaceId, accountIds[0] ?? ''),
          set: { status: 'error' },
        });
        await table.update({ update: dispatchKey(workspaceId, campaign.id), set: { stalledSince } });
        await dispatch(campaign.id);
      },
    },
  },
  campaignCompleted: {
    'campaigns.dispatch': {
      act: async ({ mail }) => {
        const { call, campaign } = await runOne(mail);
        await consume(sendHandler, [call]);
        await takeCalls('ticks');
        await dispatch(campaign.id);
      },
    },
  },
  outcomeResolved: { 'campaigns.update-recipients': { act: resolution({ steps }) } },
  lastOutcomeResolved: { 'campaigns.update-recipients': { act: resolution(oneMail) } },
  lastStepSkipped: {
    'campaigns.update-recipients': {
      act: async ({ request }) => {
        const { campaign, contactIds } = await runCampaign(workspaceId, { campaign: oneMail });
        const body = { action: 'skip', stepId: campaign.steps[0]?.id, contactIds };
        await request('campaigns.update-recipients', { params: { id: campaign.id }, body });
      },
    },
  },
  activeCampaignDeleted: {
    'campaigns.delete': {
      act: async ({ request }) => request('campaigns.delete', { params: { id: await activeCampaign() } }),
    },
  },
  campaignDeleted: {
    'campaigns.delete': {
      act: async ({ request }) => {
        const id = await activeCampaign();
        await request('campaigns.pause', { params: { id } });
        await request('campaigns.delete', { params: { id } });
      },
    },
  },
};
