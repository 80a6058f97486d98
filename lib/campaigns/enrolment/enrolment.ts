import type { Enrolment, EnrolmentRefusal } from '#lib/campaigns/enrolment/enrolment-report.ts';
import { type CampaignOutline, readOutlines } from '#lib/campaigns/enrolment/outline.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';
import { readContactExecutions, readOpenExecutions } from '#lib/executions/executions.ts';
import type { Table } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { timeOfId } from '#lib/values/ids.ts';

/** Settings of a campaign that decide whether a contact may be enrolled. */
type EnrolmentRules = Pick<CampaignOutline, 'id' | 'allowReentry' | 'allowParallel'>;

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
  const isInAnother = executions.some(
    (each) => each.campaignId !== campaign.id && isOpen(each) && started.has(each.campaignId),
  );

  return isInAnother ? 'active_elsewhere' : undefined;
}

/**
 * Ids of the started campaigns among the campaigns of the open executions. Empty for a campaign with `allowParallel`, which does
 * not need them.
 * @param campaign the campaign that enrols the contacts; the result omits it. If undefined, the result omits none
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

/** The contacts that a campaign would not write to if it started now, because they are in another started campaign. */
export async function findActiveElsewhere(
  table: Table,
  workspaceId: string,
  campaign: EnrolmentRules,
  contactIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const reserved = new Set<string>();
  if (campaign.allowParallel) return reserved;
  for (const chunk of chunksOf(contactIds, chunkSize)) {
    const executions = await Promise.all(chunk.map((id) => readOpenExecutions(table, workspaceId, id)));
    const started = await readStartedCampaigns(table, workspaceId, campaign, executions.flat());
    for (const { contactId, campaignId } of executions.flat())
      if (started.has(campaignId)) reserved.add(contactId);
  }

  return reserved;
}

/**
 * Whether another campaign started earlier with the contact of an execution. Enrolment refuses such contacts, but a
 * draft does not reserve its contacts, so two campaigns with the same contact can start. Checked before a first email.
 */
export async function isActiveElsewhere(
  table: Table,
  campaign: Pick<CampaignOutline, 'id' | 'startedAt' | 'allowParallel'>,
  execution: Execution,
): Promise<boolean> {
  const { workspaceId, contactId, sentCount } = execution;
  if (campaign.allowParallel || sentCount > 0) return false;
  const openExecutions = await readOpenExecutions(table, workspaceId, contactId);
  const otherExecutions = openExecutions.filter(({ campaignId }) => campaignId !== campaign.id);
  const outlines = await readOutlines(
    table,
    workspaceId,
    otherExecutions.map(({ campaignId }) => campaignId),
  );
  const ownSince = sendableSince(execution, campaign);

  return otherExecutions.some((other) => {
    const outline = outlines.find(({ id }) => id === other.campaignId);
    if (!outline || outline.status === 'draft') return false;
    const since = sendableSince(other, outline);

    // If both start in the same millisecond, the id decides.
    return since < ownSince || (since === ownSince && outline.id < campaign.id);
  });
}

/** Since when the contact is enrolled and the campaign is started. The id has the time of the enrolment. Epoch milliseconds. */
function sendableSince({ id }: Execution, { startedAt }: Pick<CampaignOutline, 'startedAt'>): number {
  return Math.max(timeOfId(id), startedAt === null ? 0 : Date.parse(startedAt));
}
