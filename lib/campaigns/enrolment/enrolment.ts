import type { Enrolment, EnrolmentRefusal } from '#lib/campaigns/enrolment/enrolment-report.ts';
import { readOutlines } from '#lib/campaigns/enrolment/outline.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';
import { readContactExecutions } from '#lib/executions/executions.ts';
import type { Table } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';

/** Settings of a campaign that decide whether a contact may be enrolled. */
export interface EnrolmentRules {
  readonly id: string;
  readonly allowReentry: boolean;
  readonly allowParallel: boolean;
}

/** Number of contacts that are checked in parallel. */
const chunkSize = 50;

/**
 * Why a contact may not be enrolled; undefined if it may.
 * @param executions all executions of the contact, open and ended
 * @param started ids of the started campaigns among the campaigns of `executions`; drafts do not reserve their contacts
 */
export function findRefusal(
  campaign: EnrolmentRules,
  status: Contact['status'],
  executions: readonly Pick<Execution, 'campaignId' | 'status'>[],
  started: ReadonlySet<string>,
): EnrolmentRefusal | undefined {
  if (status !== 'active') return 'suppressed';
  const existing = executions.find(({ campaignId }) => campaignId === campaign.id);
  if (existing && (!campaign.allowReentry || isOpen(existing))) return 'already_enrolled';
  if (campaign.allowParallel) return undefined;
  const isActiveElsewhere = executions.some(
    (each) => each.campaignId !== campaign.id && isOpen(each) && started.has(each.campaignId),
  );

  return isActiveElsewhere ? 'active_elsewhere' : undefined;
}

/**
 * Ids of the started campaigns among the campaigns of the open executions. Empty for a campaign with `allowParallel`, which does
 * not need them. Strongly consistent.
 * @param campaign the campaign that enrols the contacts, which is omitted; undefined to omit none
 */
export async function readStartedCampaigns(
  table: Table,
  workspaceId: string,
  campaign: EnrolmentRules | undefined,
  executions: readonly Execution[],
): Promise<ReadonlySet<string>> {
  if (campaign?.allowParallel) return new Set();
  const openExecutions = executions.filter((each) => isOpen(each) && each.campaignId !== campaign?.id);
  const outlines = await readOutlines(table, workspaceId, [
    ...new Set(openExecutions.map(({ campaignId }) => campaignId)),
  ]);

  return new Set(outlines.filter(({ status }) => status !== 'draft').map(({ id }) => id));
}

/**
 * Decides which contacts to enrol, for the job and for the response. Provisional: the job checks each contact again.
 * @param newContactIds contacts created in this request, which have no executions
 */
export async function decideEnrolment(
  table: Table,
  workspaceId: string,
  campaign: EnrolmentRules,
  contacts: readonly Pick<Contact, 'id' | 'status'>[],
  newContactIds: ReadonlySet<string> = new Set(),
): Promise<Enrolment & { readonly contactIds: string[] }> {
  const contactIds: string[] = [];
  const notEnrolled: Enrolment['notEnrolled'] = [];
  for (const chunk of chunksOf(contacts, chunkSize)) {
    const executions = await Promise.all(
      chunk.map(({ id, status }) =>
        status === 'active' && !newContactIds.has(id) ? readContactExecutions(table, workspaceId, id) : [],
      ),
    );
    const started = await readStartedCampaigns(table, workspaceId, campaign, executions.flat());
    for (const [position, { id, status }] of chunk.entries()) {
      const reason = findRefusal(campaign, status, executions[position] ?? [], started);
      if (reason === undefined) contactIds.push(id);
      else notEnrolled.push({ contactId: id, reason });
    }
  }

  return { enrolled: contactIds.length, notEnrolled, contactIds };
}
