import { planEnrolmentJobs } from '#lib/campaigns/enrolment/jobs.ts';
import { readActiveCampaigns } from '#lib/campaigns/state/active-campaigns.ts';
import type { OutboxMessage } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { type Audience, createAudienceFilter } from '#lib/contacts/audience.ts';
import { readExecutionsByContact } from '#lib/executions/executions.ts';
import { forEachConcurrently } from '#lib/runtime/for-each-concurrently.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';

/** A campaign that was started or changed enrols new contacts after at most this time. Milliseconds. */
const cacheMs = 2000;

/** Concurrent campaigns, so that a workspace with a thousand of them does not delay the events of others. */
const campaignsAtOnce = 25;

interface ContinuousCampaign {
  readonly id: string;
  readonly audience: Audience;
}

/** By workspace. */
const cache = new Map<
  string,
  { readonly until: number; readonly campaigns: Promise<ContinuousCampaign[]> }
>();

/**
 * Enrols created or changed contacts in continuous campaigns if they match the audience. Contacts that are or were enrolled
 * are skipped. Idempotent, because the jobs check again.
 * @returns messages for the enrolment jobs
 */
export async function enrolInContinuousCampaigns(
  services: Services,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<OutboxMessage[]> {
  const { table, now } = services;
  const campaigns = contactIds.length === 0 ? [] : await readCachedCampaigns(table, workspaceId, now());
  if (campaigns.length === 0) return [];
  const contactsMatching = await createAudienceFilter(table, workspaceId, contactIds);
  const messages: OutboxMessage[] = [];
  await forEachConcurrently(campaigns, campaignsAtOnce, async ({ id, audience }) => {
    const matchingIds = contactsMatching(audience);
    const enrolled = await readExecutionsByContact(table, workspaceId, id, matchingIds);
    const ids = matchingIds.filter((contactId) => !enrolled.has(contactId));
    const jobs = planEnrolmentJobs(workspaceId, id, ids, now());
    try {
      await commit(services, workspaceId, { writes: jobs.writes });
      messages.push(...jobs.messages);
    } catch (error) {
      // The campaign was deleted.
      if (!(error instanceof StaleDecision)) throw error;
    }

    return true;
  });

  return messages;
}

/** Reads the active continuous campaigns. Cached for two seconds, because every new contact needs them. */
function readCachedCampaigns(table: Table, workspaceId: string, now: number): Promise<ContinuousCampaign[]> {
  const cached = cache.get(workspaceId);
  // An entry that lasts longer than `cacheMs` was stored before the clock was set back.
  if (cached && cached.until > now && cached.until <= now + cacheMs) return cached.campaigns;

  const campaigns = readContinuousCampaigns(table, workspaceId);
  cache.set(workspaceId, { until: now + cacheMs, campaigns });
  // A failed read is not cached.
  campaigns.catch(() => cache.delete(workspaceId));

  return campaigns;
}

async function readContinuousCampaigns(table: Table, workspaceId: string): Promise<ContinuousCampaign[]> {
  const campaigns = await readActiveCampaigns(table, workspaceId);

  return campaigns.flatMap(({ id, continuous, audience }) =>
    continuous && audience ? [{ id, audience }] : [],
  );
}
