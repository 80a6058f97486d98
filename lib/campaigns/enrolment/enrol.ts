import { findRefusal, readStartedCampaigns } from '#lib/campaigns/enrolment/enrolment.ts';
import {
  executionPut,
  type NewExecution,
  readEnrolmentLock,
} from '#lib/campaigns/enrolment/enrolment-writes.ts';
import {
  chunkOfList,
  deleteJob,
  type JobChunk,
  progressWrites,
  type RunChunk,
} from '#lib/campaigns/enrolment/job-chunks.ts';
import type { CampaignOutline } from '#lib/campaigns/enrolment/outline.ts';
import { findCampaignItem } from '#lib/campaigns/state/running.ts';
import type { EnrolmentJob } from '#lib/campaigns/state/stored.ts';
import { registerZoneWrites, zoneFor } from '#lib/campaigns/state/zones.ts';
import { commit } from '#lib/commit/commit.ts';
import { readAudiencePage } from '#lib/contacts/audience.ts';
import { mustBeMailable, readContacts } from '#lib/contacts/contacts.ts';
import { readContactExecutions } from '#lib/executions/executions.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { skipUnprocessable } from '#lib/runtime/skip-unprocessable.ts';
import { type Table, TransactionRefused } from '#lib/storage/table.ts';

/** Writes of the job, the campaign's counters and the enrolment lock. */
const writesBeforeContacts = 3;
/** The execution, and the check that the contact may be mailed. */
const writesPerContact = 2;

/** Contacts in one transaction. A DynamoDB transaction has at most 100 actions. */
const enrolmentChunkSize = 45;

/** Enrols the next contacts of a job. Skips contacts that may no longer be enrolled. */
export const enrolChunk: RunChunk = async (services, workspaceId, job) => {
  const { table } = services;
  const campaign = await findCampaignItem(table, workspaceId, job.campaignId, { consistent: true });
  if (!campaign) return deleteJob(table, workspaceId, job);

  return enrolContacts(services, workspaceId, campaign, chunkOfList(job, enrolmentChunkSize));
};

/**
 * Enrols the next contacts of a campaign's audience. Ignores `allowReentry`: otherwise every start would enrol the
 * whole audience again.
 */
export const enrolAudienceChunk: RunChunk = async (services, workspaceId, job) => {
  const { table } = services;
  const campaign = await findCampaignItem(table, workspaceId, job.campaignId, { consistent: true });
  if (!campaign) return deleteJob(table, workspaceId, job);
  const { contactIds, position } = campaign.audience
    ? await readAudiencePage(table, workspaceId, campaign.audience, job.after, enrolmentChunkSize)
    : { contactIds: [], position: undefined };
  const next = position === undefined ? undefined : { ...job, done: job.done + 1, after: position };
  const withoutReentry = { ...campaign, allowReentry: false };

  return enrolContacts(services, workspaceId, withoutReentry, { job, next, contactIds });
};

/** Enrols the eligible contacts and saves the progress of their job. @returns the job's new state */
function enrolContacts(
  services: Services,
  workspaceId: string,
  campaign: CampaignOutline,
  { job, next, contactIds }: JobChunk,
): Promise<EnrolmentJob | undefined> {
  const { table, now } = services;
  const refusedIds = new Set<string>();
  // The campaign already counts the contacts of an `enrol` job: see `jobWrites`.
  const countedBefore = job.kind === 'enrol' ? contactIds.length : 0;

  return retryOnConflict(async () => {
    const lockWrite = await readEnrolmentLock(table, workspaceId, now());
    const candidates = await findEligibleContacts(table, workspaceId, campaign, contactIds);
    // Each iteration excludes the contacts that the transaction of the previous one refused.
    for (;;) {
      const mailable = candidates.filter(({ contactId }) => !refusedIds.has(contactId));
      const writes = [
        ...progressWrites(workspaceId, { job, next }, mailable.length - countedBefore),
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
        // Write 0 fails if another worker has continued the job, write 1 if the campaign was deleted: see `progressWrites`.
        // The lock write never gets here: its failure is a `StaleDecision`.
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
  campaign: CampaignOutline,
  contactIds: readonly string[],
): Promise<NewExecution[]> {
  const [contacts, ...executions] = await Promise.all([
    campaign.schedule.useContactTimezone ? readContacts(table, workspaceId, contactIds) : [],
    ...contactIds.map((contactId) =>
      skipUnprocessable({ workspaceId, contactId }, () =>
        readContactExecutions(table, workspaceId, contactId),
      ),
    ),
  ]);

  const started = await readStartedCampaigns(
    table,
    workspaceId,
    campaign,
    executions.flatMap((each) => each ?? []),
  );

  return contactIds.flatMap((contactId, position) => {
    const contactExecutions = executions[position];
    if (!contactExecutions) return [];
    // The status of the contact is not checked here, so 'active' is passed.
    if (findRefusal(campaign, 'active', contactExecutions, started) !== undefined) return [];

    const timezone = contacts.find(({ id }) => id === contactId)?.timezone ?? null;
    const previous = contactExecutions.find(({ campaignId }) => campaignId === campaign.id);

    return [{ contactId, previous, zone: zoneFor(campaign, { timezone }) }];
  });
}
