import { findCampaignItem } from '#lib/campaigns/dispatch/running.ts';
import { zoneFor } from '#lib/campaigns/dispatch/zone.ts';
import { registerZoneWrites } from '#lib/campaigns/dispatch/zone-queues.ts';
import {
  type EnrolmentRules,
  findRefusal,
  readStartedCampaigns,
} from '#lib/campaigns/enrolment/enrolment.ts';
import { executionPut, readEnrolmentLock } from '#lib/campaigns/enrolment/enrolment-writes.ts';
import { nextChunk, progressWrites } from '#lib/campaigns/enrolment/job-progress.ts';
import type { CampaignOutline } from '#lib/campaigns/enrolment/outline.ts';
import { enrolmentJobKey } from '#lib/campaigns/items.ts';
import type { EnrolmentJob } from '#lib/campaigns/stored.ts';
import { commit } from '#lib/commit/commit.ts';
import { mustBeMailable, readContacts } from '#lib/contacts/contacts.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { readContactExecutions } from '#lib/executions/executions.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Table, TransactionRefused } from '#lib/storage/table.ts';

/** Writes of the job, the campaign's counters and the enrolment lock. */
const writesBeforeContacts = 3;
/** The execution, and the check that the contact may be mailed. */
const writesPerContact = 2;

/** Contacts in one transaction. A DynamoDB transaction has at most 100 actions. */
export const enrolmentChunkSize = 45;

interface EnrolmentCandidate {
  readonly contactId: string;
  /** The contact's earlier execution in the campaign, which has ended. */
  readonly previous: Execution | undefined;
  readonly zone: string | undefined;
}

/** Enrols the next contacts of a job. Skips contacts that may no longer be enrolled. */
export async function enrolChunk(
  services: Services,
  workspaceId: string,
  job: EnrolmentJob,
): Promise<EnrolmentJob | undefined> {
  const { table } = services;
  const campaign = await findCampaignItem(table, workspaceId, job.campaignId, { consistent: true });
  if (!campaign) return deleteJob(table, workspaceId, job);
  const { chunk, next } = nextChunk(job, enrolmentChunkSize);

  return enrolContacts(services, workspaceId, campaign, {
    job,
    next,
    contactIds: chunk,
    counted: chunk.length,
  });
}

interface EnrolmentChunk {
  readonly job: EnrolmentJob;
  /** The job's state after these contacts. */
  readonly next: EnrolmentJob | undefined;
  readonly contactIds: readonly string[];
  /** Number of these contacts that the campaign's counter already includes. */
  readonly counted: number;
}

type EnrollingCampaign = EnrolmentRules & Pick<CampaignOutline, 'steps' | 'schedule'>;

/** Enrols the eligible contacts and saves the progress of their job. @returns the job's new state */
export function enrolContacts(
  services: Services,
  workspaceId: string,
  campaign: EnrollingCampaign,
  { job, next, contactIds, counted }: EnrolmentChunk,
): Promise<EnrolmentJob | undefined> {
  const { table, now } = services;
  const refusedIds = new Set<string>();

  return retryOnConflict(async () => {
    const lockWrite = await readEnrolmentLock(table, workspaceId, now());
    const candidates = await findEligibleContacts(table, workspaceId, campaign, contactIds);
    // Each iteration excludes the contacts that the transaction of the previous one refused.
    for (;;) {
      const mailable = candidates.filter(({ contactId }) => !refusedIds.has(contactId));
      const progress = progressWrites(workspaceId, job, next, mailable.length - counted);
      const writes = [
        ...progress,
        lockWrite,
        ...mailable.flatMap((candidate) => [
          executionPut(workspaceId, campaign, candidate, now()),
          mustBeMailable(workspaceId, candidate.contactId),
        ]),
        ...registerZoneWrites(
          workspaceId,
          campaign.id,
          mailable.map(({ zone }) => zone),
        ),
      ];
      try {
        await commit(services, workspaceId, { writes });

        return next;
      } catch (error) {
        if (!(error instanceof TransactionRefused)) throw error;
        // The positions of the job's writes: see `progressWrites`.
        if (error.failed.has(0)) return undefined;
        if (error.failed.has(1)) return deleteJob(table, workspaceId, job);
        // Skips contacts that were deleted or suppressed in the meantime, and tries again with the others.
        for (const position of error.failed.keys()) {
          const candidate = mailable[Math.floor((position - writesBeforeContacts) / writesPerContact)];
          if (candidate) refusedIds.add(candidate.contactId);
        }
      }
    }
  });
}

/** The contacts that may be enrolled. The transaction itself checks that each contact may be mailed. */
async function findEligibleContacts(
  table: Table,
  workspaceId: string,
  campaign: EnrollingCampaign,
  contactIds: readonly string[],
): Promise<EnrolmentCandidate[]> {
  const [contacts, ...executions] = await Promise.all([
    campaign.schedule.useContactTimezone ? readContacts(table, workspaceId, contactIds) : [],
    ...contactIds.map((id) => readContactExecutions(table, workspaceId, id)),
  ]);

  const started = await readStartedCampaigns(table, workspaceId, campaign, executions.flat());

  return contactIds.flatMap((contactId, position) => {
    const contactExecutions = executions[position] ?? [];
    // The status of the contact is not checked here, so 'active' is passed.
    if (findRefusal(campaign, 'active', contactExecutions, started) !== undefined) return [];

    const timezone = contacts.find(({ id }) => id === contactId)?.timezone ?? null;
    const previous = contactExecutions.find(({ campaignId }) => campaignId === campaign.id);

    return [{ contactId, previous, zone: zoneFor(campaign, { timezone }) }];
  });
}

/** Deletes the job of a deleted campaign. @returns undefined, like for every finished job */
export async function deleteJob(
  table: Table,
  workspaceId: string,
  { campaignId, jobId }: EnrolmentJob,
): Promise<undefined> {
  await table.transact([{ delete: enrolmentJobKey(workspaceId, campaignId, jobId) }]);
}
