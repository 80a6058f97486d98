import { type Campaign, CampaignPatch } from '#lib/campaigns/definition/campaign.ts';
import { planEdit } from '#lib/campaigns/definition/edit.ts';
import { planPause } from '#lib/campaigns/pause.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { executionKey, toExecution } from '#lib/executions/items.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import { addAccount, addContact, commitNow, draftCampaign, startCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeJobs } from './activity.ts';
import { consume } from './invoke.ts';

export interface RunningCampaign {
  readonly campaign: Campaign;
  readonly accountIds: readonly string[];
  readonly contactIds: readonly string[];
  /** One message per contact: its email may be due. */
  readonly calls: readonly SendMessage[];
}

export interface CampaignSetup {
  readonly contacts?: readonly Record<string, unknown>[];
  readonly accounts?: readonly Record<string, unknown>[];
  readonly campaign?: Record<string, unknown> & { readonly steps?: readonly unknown[] };
}

/**
 * Starts a campaign with enrolled contacts. Nothing is dispatched yet. The first email is due on every day of the week, because tests
 * also run on Saturdays.
 */
export async function runCampaign(
  workspaceId: string,
  { contacts = [{}], accounts = [{}], campaign = {} }: CampaignSetup = {},
): Promise<RunningCampaign> {
  const [contactIds, accountIds] = await Promise.all([
    Promise.all(contacts.map((input) => addContact(workspaceId, input))),
    Promise.all(accounts.map((input) => addAccount(workspaceId, input))),
  ]);
  const { steps: [first, ...others] = [] } = campaign;
  const draft = await draftCampaign(workspaceId, {
    contactIds,
    emailAccountIds: accountIds,
    ...campaign,
    ...(first !== undefined && { steps: [{ businessDaysOnly: false, ...Object(first) }, ...others] }),
  });
  await consume(runJob, await takeJobs());
  const started = await startCampaign(workspaceId, draft.id);

  return {
    campaign: started,
    accountIds,
    contactIds,
    calls: contactIds.map((contactId) => ({
      workspaceId,
      campaignId: draft.id,
      contactId,
      accountId: accountIds[0] ?? '',
    })),
  };
}

export async function editCampaign(
  workspaceId: string,
  campaignId: string,
  patch: Record<string, unknown>,
): Promise<void> {
  const parsed = CampaignPatch.parse(patch);
  await commitNow(workspaceId, await planEdit(connected(), workspaceId, campaignId, parsed));
}

/** Pauses a campaign, edits it and starts it again: steps can be changed only while it is paused. */
export async function editPaused(
  workspaceId: string,
  campaignId: string,
  patch: Record<string, unknown>,
): Promise<void> {
  await commitNow(workspaceId, await planPause(connected(), workspaceId, campaignId));
  await editCampaign(workspaceId, campaignId, patch);
  await startCampaign(workspaceId, campaignId);
}

export async function readExecution({ workspaceId, contactId, campaignId }: SendMessage): Promise<Execution> {
  const key = executionKey(workspaceId, contactId, campaignId);
  const item = await connected().table.get(key);
  if (!item) throw new Error('the contact is not enrolled');

  return toExecution(item);
}
