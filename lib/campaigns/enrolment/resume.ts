import { chunkSize, commitChunk } from '#lib/campaigns/enrolment/commit-chunk.ts';
import type { EnrolmentJob } from '#lib/campaigns/stored.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { readPausedContacts } from '#lib/executions/executions.ts';
import { planExecutionResume } from '#lib/executions/status-transitions.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';

/** Resumes the next paused executions of a campaign, after a change of its texts or of a company. */
export async function resumeChunk(
  services: Services,
  workspaceId: string,
  job: EnrolmentJob,
): Promise<EnrolmentJob | undefined> {
  const { table, now } = services;
  const campaignRef = { workspaceId, campaignId: job.campaignId };
  const contactIds = await readPausedContacts(table, campaignRef, job.after, chunkSize);

  return commitChunk(services, workspaceId, { job, contactIds }, async (executions) => {
    const paused = executions.filter(({ status }) => status === 'paused');
    const affected =
      job.companyId === undefined ? paused : await filterByCompany(table, workspaceId, job.companyId, paused);
    const changes = affected.map((execution) => planExecutionResume(execution, now()));

    return {
      writes: changes.flatMap(({ writes }) => writes),
      increments: changes.flatMap(({ increments }) => increments),
    };
  });
}

/** The executions of the company's contacts. */
async function filterByCompany(
  table: Table,
  workspaceId: string,
  companyId: string,
  executions: readonly Execution[],
): Promise<Execution[]> {
  const ids = executions.map(({ contactId }) => contactId);
  const contacts = await readContacts(table, workspaceId, ids);
  const members = new Set(contacts.filter((contact) => contact.companyId === companyId).map(({ id }) => id));

  return executions.filter(({ contactId }) => members.has(contactId));
}
