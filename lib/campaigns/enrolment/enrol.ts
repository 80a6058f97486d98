import { findCampaignItem } from '#lib/campaigns/dispatch/running.ts';
import { zoneFor } from '#lib/campaigns/dispatch/zone.ts';
import { zoneWrites } from '#lib/campaigns/dispatch/zone-queues.ts';
import { type EntryRules, readStarted, refusalOf } from '#lib/campaigns/enrolment/enrolment.ts';
import { entryPut, takeTurn } from '#lib/campaigns/enrolment/entry.ts';
import { nextChunk, progressWrites } from '#lib/campaigns/enrolment/job-progress.ts';
import type { CampaignOutline } from '#lib/campaigns/enrolment/outline.ts';
import { jobKey } from '#lib/campaigns/items.ts';
import type { Job } from '#lib/campaigns/stored.ts';
import { commit } from '#lib/commit/commit.ts';
import { mustBeMailable, readContacts } from '#lib/contacts/contacts.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { executionsOf } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew } from '#lib/runtime/stale.ts';
import { type Table, TransactionRefused } from '#lib/storage/table.ts';

/**
 * Two writes for each contact, and one each for job, counters and lock. A DynamoDB transaction has at most 100 actions.
 */
const chunkSize = 45;

interface Entry {
  readonly contactId: string;
  /** The contact's earlier execution in the campaign, which has ended. */
  readonly previous: Execution | undefined;
  readonly zone: string | undefined;
}

/** Enrols the next contacts of a job. Skips contacts that may no longer be enrolled. */
export async function enrolChunk(
  services: Services,
  workspaceId: string,
  job: Job,
): Promise<Job | undefined> {
  const { table } = services;
  const campaign = await findCampaignItem(table, workspaceId, job.campaignId, { consistent: true });
  if (!campaign) return dropJob(table, workspaceId, job);
  const { chunk, next } = nextChunk(job, chunkSize);

  return enterAll(services, workspaceId, campaign, { job, next, contactIds: chunk, counted: chunk.length });
}

interface Entrants {
  readonly job: Job;
  /** The job's state after these contacts. */
  readonly next: Job | undefined;
  readonly contactIds: readonly string[];
  /** How many of them the campaign's counter already includes. */
  readonly counted: number;
}

type Entered = EntryRules & Pick<CampaignOutline, 'steps' | 'schedule'>;

/** Enrols the eligible contacts and saves the progress of their job. @returns the job's new state */
export function enterAll(
  services: Services,
  workspaceId: string,
  campaign: Entered,
  { job, next, contactIds, counted }: Entrants,
): Promise<Job | undefined> {
  const { table, now } = services;
  const unmailable = new Set<string>();

  return decideAnew(async () => {
    const turn = await takeTurn(table, workspaceId, now());
    const entries = await entriesOf(table, workspaceId, campaign, contactIds);
    for (;;) {
      const wanted = entries.filter(({ contactId }) => !unmailable.has(contactId));
      const progress = progressWrites(workspaceId, job, next, wanted.length - counted);
      const writes = [
        ...progress,
        turn,
        ...wanted.flatMap((entry) => [
          entryPut(workspaceId, campaign, entry, now()),
          mustBeMailable(workspaceId, entry.contactId),
        ]),
        ...zoneWrites(
          workspaceId,
          campaign.id,
          wanted.map(({ zone }) => zone),
        ),
      ];
      try {
        await commit(services, workspaceId, { writes });

        return next;
      } catch (error) {
        if (!(error instanceof TransactionRefused)) throw error;
        if (error.failed.has(0)) return undefined;
        if (error.failed.has(1)) return dropJob(table, workspaceId, job);
        // Skips contacts that were deleted or suppressed in the meantime, and tries again with the others.
        for (const position of error.failed.keys()) {
          const entry = wanted[Math.floor((position - 3) / 2)];
          if (entry) unmailable.add(entry.contactId);
        }
      }
    }
  });
}

/** The contacts that may be enrolled. The transaction itself checks that each contact may be mailed. */
async function entriesOf(
  table: Table,
  workspaceId: string,
  campaign: Entered,
  contactIds: readonly string[],
): Promise<Entry[]> {
  const [contacts, ...executions] = await Promise.all([
    campaign.schedule.useContactTimezone ? readContacts(table, workspaceId, contactIds) : [],
    ...contactIds.map((id) => executionsOf(table, workspaceId, id)),
  ]);

  const started = await readStarted(table, workspaceId, campaign, executions.flat());

  return contactIds.flatMap((contactId, position) => {
    const own = executions[position] ?? [];
    if (refusalOf(campaign, 'active', own, started) !== undefined) return [];

    const timezone = contacts.find(({ id }) => id === contactId)?.timezone ?? null;
    const previous = own.find(({ campaignId }) => campaignId === campaign.id);

    return [{ contactId, previous, zone: zoneFor(campaign, { timezone }) }];
  });
}

/** Deletes the job of a deleted campaign. */
export async function dropJob(
  table: Table,
  workspaceId: string,
  { campaignId, jobId }: Job,
): Promise<undefined> {
  await table.transact([{ delete: jobKey(workspaceId, campaignId, jobId) }]);
}
