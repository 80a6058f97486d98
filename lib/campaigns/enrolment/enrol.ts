import { findRefusal, readStartedCampaigns } from '#lib/campaigns/enrolment/enrolment.ts';
import {
  executionPut,
  type NewExecution,
  readEnrolmentLock,
} from '#lib/campaigns/enrolment/enrolment-writes.ts';
import {
  commitCounted,
  type JobContacts,
  nextOfList,
  skipContact,
} from '#lib/campaigns/enrolment/job-chunks.ts';
import type { EnrolmentJob } from '#lib/campaigns/enrolment/jobs.ts';
import type { CampaignOutline } from '#lib/campaigns/enrolment/outline.ts';
import { findCampaignItem } from '#lib/campaigns/state/running.ts';
import { registerZoneWrites, zoneFor } from '#lib/campaigns/state/zones.ts';
import { readAudiencePage } from '#lib/contacts/audience.ts';
import { mustBeMailable, readContacts } from '#lib/contacts/contacts.ts';
import { readContactExecutions } from '#lib/executions/executions.ts';
import type { Chunk, Progress } from '#lib/jobs/description.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Table, TransactionRefused } from '#lib/storage/table.ts';

/** Writes of the job, the campaign's counters and the enrolment lock. */
const writesBeforeContacts = 3;
/** The execution, and the check that the contact may be mailed. */
const writesPerContact = 2;

/** Contacts in one transaction. A DynamoDB transaction has at most 100 actions. */
const enrolmentChunkSize = 45;

/** Enrols the next contacts of a job. Skips contacts that may no longer be enrolled. */
export async function enrolmentChunk(services: Services, job: EnrolmentJob): Promise<Chunk<string>> {
  const { workspaceId, campaignId } = job;
  const campaign = await findCampaignItem(services.table, workspaceId, campaignId);

  // The campaign already counts the contacts: see `jobWrites`.
  return enrolContacts(services, job, campaign, nextOfList(job, enrolmentChunkSize), { isCounted: true });
}

/**
 * Enrols the next contacts of a campaign's audience. Ignores `allowReentry`: otherwise every start would enrol the
 * whole audience again.
 */
export async function audienceChunk({ table, now }: Services, job: EnrolmentJob): Promise<Chunk<string>> {
  const { workspaceId, campaignId, after } = job;
  const campaign = await findCampaignItem(table, workspaceId, campaignId);
  const page = campaign?.audience
    ? await readAudiencePage(table, workspaceId, campaign.audience, after, enrolmentChunkSize)
    : { contactIds: [], position: undefined };
  const contactIds = page.contactIds.slice(job.done);
  const progressAfter = ({ length }: readonly string[]): Progress => {
    if (length < contactIds.length) return { set: { done: job.done + length } };

    return page.position === undefined ? { end: 'done' } : { set: { done: 0, after: page.position } };
  };

  return enrolContacts(
    { table, now },
    job,
    campaign && { ...campaign, allowReentry: false },
    { contactIds, progressAfter },
    { isCounted: false },
  );
}

/** Enrols the eligible contacts. */
function enrolContacts(
  { table, now }: Services,
  job: EnrolmentJob,
  campaign: CampaignOutline | undefined,
  { contactIds, progressAfter }: JobContacts,
  { isCounted }: { readonly isCounted: boolean },
): Chunk<string> {
  const { workspaceId } = job;
  // A deleted campaign enrols no further contacts.
  if (!campaign) return { elements: [], apply: (_, commit) => commit({ writes: [] }, { end: 'done' }) };

  return {
    elements: contactIds,
    apply: async (ids, commit) => {
      const refusedIds = new Set<string>();
      const lockWrite = await readEnrolmentLock(table, workspaceId, now());
      const candidates = await findEligibleContacts(table, workspaceId, campaign, ids);
      // Each iteration excludes the contacts that the transaction of the previous one refused.
      for (;;) {
        const mailable = candidates.filter(({ contactId }) => !refusedIds.has(contactId));
        const writes = [
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
        const added = mailable.length - (isCounted ? ids.length : 0);
        try {
          return await commitCounted(job, { writes }, progressAfter(ids), commit, added);
        } catch (error) {
          if (!(error instanceof TransactionRefused)) throw error;
          // Skips contacts that were deleted or suppressed in the meantime, and tries again with the others.
          const refused = [...error.failed.keys()].flatMap(
            (position) => mailable[Math.floor((position - writesBeforeContacts) / writesPerContact)] ?? [],
          );
          if (refused.length === 0) throw error;
          for (const { contactId } of refused) refusedIds.add(contactId);
        }
      }
    },
    skip: (contactId, error, commit) =>
      skipContact(job, contactId, error, progressAfter([contactId]), commit, isCounted ? -1 : 0),
  };
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
    ...contactIds.map((contactId) => readContactExecutions(table, workspaceId, contactId)),
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
