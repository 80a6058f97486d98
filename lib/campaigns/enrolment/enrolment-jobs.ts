import { jobPut, newJob } from '#lib/campaigns/enrolment/jobs.ts';
import { countersKey } from '#lib/campaigns/items.ts';
import type { CampaignCall } from '#lib/commit/new-event.ts';
import { Stale } from '#lib/runtime/stale.ts';
import type { Write } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';

/** A job's list is written again with each of its chunks: 16 KB. */
const jobContactsMax = 500;

/** The decision that contacts enter a campaign, with which they count there; jobs carry it out. */
export function planEnrolmentJobs(
  workspaceId: string,
  campaignId: string,
  contactIds: readonly string[],
  now: number,
): { readonly writes: readonly Write[]; readonly calls: readonly (CampaignCall & { jobId: string })[] } {
  const jobs = chunksOf(contactIds, jobContactsMax).map((part) => newJob(campaignId, 'enrol', part, now));
  if (jobs.length === 0) return { writes: [], calls: [] };

  return {
    writes: [
      ...jobs.map((job) => jobPut(workspaceId, job, now)),
      {
        update: countersKey(workspaceId, campaignId),
        add: { contacts: contactIds.length, openJobs: jobs.length },
        if: { pk: 'present' },
        otherwise: () => new Stale('the campaign was deleted meanwhile'),
      },
    ],
    calls: jobs.map(({ jobId }) => ({ campaignId, jobId })),
  };
}
