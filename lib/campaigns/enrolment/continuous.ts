import { readActiveCampaigns } from '#lib/campaigns/active-campaigns.ts';
import { planEnrolmentJobs } from '#lib/campaigns/enrolment/enrolment-jobs.ts';
import { commit } from '#lib/commit/commit.ts';
import type { CampaignCall } from '#lib/commit/new-event.ts';
import { type Audience, listenersAmong } from '#lib/contacts/audience.ts';
import { executionsByContact } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import { Stale } from '#lib/runtime/stale.ts';
import type { Table } from '#lib/storage/table.ts';

/** A campaign that was started or changed takes contacts after this at the latest. Milliseconds. */
const cacheMs = 2000;

interface OpenCampaign {
  readonly id: string;
  readonly audience: Audience;
}

const cache = new Map<string, { readonly until: number; readonly campaigns: Promise<OpenCampaign[]> }>();

/** Campaigns that run and take contacts as they appear. Kept for two seconds, because every new contact asks for them. */
function openCampaigns(table: Table, workspaceId: string, now: number): Promise<OpenCampaign[]> {
  const cached = cache.get(workspaceId);
  if (cached && cached.until > now && cached.until <= now + cacheMs) return cached.campaigns;

  const campaigns = readOpenCampaigns(table, workspaceId);
  cache.set(workspaceId, { until: now + cacheMs, campaigns });
  // A failed read is not kept.
  campaigns.catch(() => cache.delete(workspaceId));

  return campaigns;
}

async function readOpenCampaigns(table: Table, workspaceId: string): Promise<OpenCampaign[]> {
  const campaigns = await readActiveCampaigns(table, workspaceId);

  return campaigns.flatMap(({ id, continuous, audience }) =>
    continuous && audience ? [{ id, audience }] : [],
  );
}

/**
 * Contacts that were made or changed enter the continuous campaigns to whose audience they belong, unless they have been
 * there. May be repeated: the job asks again.
 * @returns the jobs that enrol them
 */
export async function admitContacts(
  services: Services,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<(CampaignCall & { jobId: string })[]> {
  const { table, now } = services;
  const campaigns = contactIds.length === 0 ? [] : await openCampaigns(table, workspaceId, now());
  if (campaigns.length === 0) return [];
  const listeners = await listenersAmong(table, workspaceId, contactIds);
  const calls: (CampaignCall & { jobId: string })[] = [];
  for (const { id, audience } of campaigns) {
    const heard = listeners(audience);
    const members = await executionsByContact(table, workspaceId, id, heard);
    const ids = heard.filter((contactId) => !members.has(contactId));
    const jobs = planEnrolmentJobs(workspaceId, id, ids, now());
    try {
      await commit(services, workspaceId, { writes: jobs.writes });
      calls.push(...jobs.calls);
    } catch (error) {
      // The campaign is gone.
      if (!(error instanceof Stale)) throw error;
    }
  }

  return calls;
}
