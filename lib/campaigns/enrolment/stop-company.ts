import { jobMessages, jobPut, newJob } from '#lib/campaigns/enrolment/jobs.ts';
import { countersKey } from '#lib/campaigns/items.ts';
import type { OutboxMessage } from '#lib/commit/outbox-item.ts';
import { readCompanyContactIds } from '#lib/contacts/company-contact-ids.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';

/** Maximum number of contacts that are read of the company. Further contacts are not stopped. */
const contactsMax = 1000;

/** After a reply, stops the campaign for the other contacts of the company. A job does it, because they may be many. */
export async function planCompanyStop(
  { table, now }: Services,
  workspaceId: string,
  campaignId: string,
  { id: repliedContactId, companyId }: { readonly id: string; readonly companyId: string },
): Promise<{ readonly writes: readonly Write[]; readonly messages: readonly OutboxMessage[] }> {
  const companyContactIds = await readCompanyContactIds(table, workspaceId, companyId, contactsMax);
  const otherContactIds = companyContactIds.filter((contactId) => contactId !== repliedContactId);
  if (otherContactIds.length === 0) return { writes: [], messages: [] };
  const job = { ...newJob(campaignId, 'stop', otherContactIds, now()), reason: 'company_replied' };

  return {
    writes: [
      jobPut(workspaceId, job, now()),
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
