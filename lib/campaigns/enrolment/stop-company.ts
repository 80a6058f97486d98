import { chunkSize, commitChunk } from '#lib/campaigns/enrolment/commit-chunk.ts';
import { enrolmentJobPut, jobMessages, newJob } from '#lib/campaigns/enrolment/jobs.ts';
import { planStops } from '#lib/campaigns/enrolment/stop.ts';
import { countersKey } from '#lib/campaigns/items.ts';
import type { EnrolmentJob } from '#lib/campaigns/stored.ts';
import type { OutboxMessage } from '#lib/commit/outbox-item.ts';
import { readCompanyContactIds } from '#lib/contacts/company-contact-ids.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';

/** After a reply, stops the campaign for the other contacts of the company. A job does it, because they may be many. */
export async function planCompanyStop(
  { table, now }: Services,
  workspaceId: string,
  campaignId: string,
  { id: repliedContactId, companyId }: { readonly id: string; readonly companyId: string },
): Promise<{ readonly writes: readonly Write[]; readonly messages: readonly OutboxMessage[] }> {
  // Two contacts prove that there is another one.
  const contactIds = await readCompanyContactIds(table, workspaceId, companyId, undefined, 2);
  if (contactIds.every((id) => id === repliedContactId)) return { writes: [], messages: [] };
  const job = { ...newJob(campaignId, 'stop_company', [], now()), companyId, repliedContactId };

  return {
    writes: [
      enrolmentJobPut(workspaceId, job, now()),
      {
        update: countersKey(workspaceId, campaignId),
        add: { openJobs: 1 },
        if: { pk: 'present' },
        otherwise: () => new StaleDecision('the campaign was deleted concurrently'),
      },
    ],
    messages: jobMessages([job]),
  };
}

/** Stops the executions of the company's next contacts, except the contact that replied. */
export async function stopCompanyChunk(
  services: Services,
  workspaceId: string,
  job: EnrolmentJob,
): Promise<EnrolmentJob | undefined> {
  const { companyId = '', repliedContactId, after } = job;
  const contactIds = await readCompanyContactIds(services.table, workspaceId, companyId, after, chunkSize);

  return commitChunk(services, workspaceId, { job, contactIds }, (executions) =>
    planStops(
      executions.filter(({ contactId }) => contactId !== repliedContactId),
      'company_replied',
      services.now(),
    ),
  );
}
