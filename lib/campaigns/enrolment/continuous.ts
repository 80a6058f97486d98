import { readActiveCampaigns } from '#lib/campaigns/active-campaigns.ts';
import { planEnrolmentJobs } from '#lib/campaigns/enrolment/enrolment-jobs.ts';
import { commit } from '#lib/commit/commit.ts';
import type { CampaignCall } from '#lib/commit/new-event.ts';
import { type Audience, listenersAmong } from '#lib/contacts/audience.ts';
import { executionsByContact } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import { Stale } from '#lib/runtime/stale.ts';
import type { Table } from '#lib/storage/table.ts';

/** A campaign that was started or changed enrols new contacts after at most this time. Milliseconds. */
const cacheMs = 2000;

interface OpenCampaign {
  readonly id: string;
  readonly audience: Audience;
}

const cache = new Map<string, { readonly until: number; readonly campaigns: Promise<OpenCampaign[]> }>();

/** The active continuous campaigns. Cached for two seconds, because every new contact needs them. */
function openCampaigns(table: Table, workspaceId: string, now: number): Promise<OpenCampaign[]> {
  const cached = cache.get(workspaceId);
  if (cached && cached.until > now && cached.until <= now + cacheMs) return cached.campaigns;

  const campaigns = readOpenCampaigns(table, workspaceId);
  cache.set(workspaceId, { until: now + cacheMs, campaigns });
  // A failed read is not cached.
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
 * Enrols created or changed contacts in the continuous campaigns whose audience they match. Contacts that are or were
 * enrolled are skipped. Idempotent, because the jobs check again.
 * @returns messages for the enrolment jobs
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
      // The campaign was deleted.
      if (!(error instanceof Stale)) throw error;
    }
  }

  return calls;
}
