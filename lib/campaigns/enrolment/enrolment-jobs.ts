import { enrolmentJobPut, jobMessages, newJob } from '#lib/campaigns/enrolment/jobs.ts';
import { countersKey } from '#lib/campaigns/items.ts';
import type { OutboxMessage } from '#lib/commit/outbox-item.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Write } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';

/** About 16 KB of ids. Each chunk of a job rewrites the item that holds them. */
const jobContactsMax = 500;

/** Plans jobs that enrol contacts in a campaign. The contacts count for the campaign from this change on. */
export function planEnrolmentJobs(
  workspaceId: string,
  campaignId: string,
  contactIds: readonly string[],
  now: number,
): { readonly writes: readonly Write[]; readonly messages: readonly OutboxMessage[] } {
  const jobs = chunksOf(contactIds, jobContactsMax).map((chunk) => newJob(campaignId, 'enrol', chunk, now));
  if (jobs.length === 0) return { writes: [], messages: [] };

  return {
    writes: [
      ...jobs.map((job) => enrolmentJobPut(workspaceId, job, now)),
      {
        update: countersKey(workspaceId, campaignId),
        add: { contacts: contactIds.length, openJobs: jobs.length },
        if: { pk: 'present' },
        otherwise: () => new StaleDecision('the campaign was deleted concurrently'),
      },
    ],
    messages: jobMessages(jobs),
  };
}
