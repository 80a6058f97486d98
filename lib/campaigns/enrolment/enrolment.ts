import type { Enrolment, EnrolmentRefusal } from '#lib/campaigns/enrolment/enrolment-report.ts';
import { readOutlines } from '#lib/campaigns/enrolment/outline.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';
import { executionsOf } from '#lib/executions/executions.ts';
import type { Table } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';

/** What decides whether a contact may enter a campaign. */
export interface EntryRules {
  readonly id: string;
  readonly allowReentry: boolean;
  readonly allowParallel: boolean;
}

/** How many contacts are looked at at once. */
const lookSize = 50;

/**
 * Why a contact may not enter; undefined when it may.
 * @param executions all executions of the contact, ended ones included
 * @param started those of their campaigns that were started: drafts keep no contact to themselves
 */
export function refusalOf(
  campaign: EntryRules,
  status: Contact['status'],
  executions: readonly Pick<Execution, 'campaignId' | 'status'>[],
  started: ReadonlySet<string>,
): EnrolmentRefusal | undefined {
  if (status !== 'active') return 'suppressed';
  const before = executions.find(({ campaignId }) => campaignId === campaign.id);
  if (before && (!campaign.allowReentry || isOpen(before))) return 'already_enrolled';
  if (campaign.allowParallel) return undefined;
  const isElsewhere = executions.some(
    (each) => each.campaignId !== campaign.id && isOpen(each) && started.has(each.campaignId),
  );

  return isElsewhere ? 'active_elsewhere' : undefined;
}

/** The campaigns of open executions that were started, for `refusalOf`. Strongly consistent. */
export async function readStarted(
  table: Table,
  workspaceId: string,
  campaign: EntryRules | undefined,
  executions: readonly Execution[],
): Promise<ReadonlySet<string>> {
  if (campaign?.allowParallel) return new Set();
  const open = executions.filter((each) => isOpen(each) && each.campaignId !== campaign?.id);
  const outlines = await readOutlines(table, workspaceId, [
    ...new Set(open.map(({ campaignId }) => campaignId)),
  ]);

  return new Set(outlines.filter(({ status }) => status !== 'draft').map(({ id }) => id));
}

/**
 * Who may enter and who may not, as far as can be told now: the job that enrols them asks again.
 * @param fresh those that are too new to be in anything
 */
export async function decideEnrolment(
  table: Table,
  workspaceId: string,
  campaign: EntryRules,
  contacts: readonly Pick<Contact, 'id' | 'status'>[],
  fresh: ReadonlySet<string> = new Set(),
): Promise<Enrolment & { readonly contactIds: string[] }> {
  const contactIds: string[] = [];
  const notEnrolled: Enrolment['notEnrolled'] = [];
  for (const chunk of chunksOf(contacts, lookSize)) {
    const executions = await Promise.all(
      chunk.map(({ id, status }) =>
        status === 'active' && !fresh.has(id) ? executionsOf(table, workspaceId, id) : [],
      ),
    );
    const started = await readStarted(table, workspaceId, campaign, executions.flat());
    for (const [position, { id, status }] of chunk.entries()) {
      const reason = refusalOf(campaign, status, executions[position] ?? [], started);
      if (reason === undefined) contactIds.push(id);
      else notEnrolled.push({ contactId: id, reason });
    }
  }

  return { enrolled: contactIds.length, notEnrolled, contactIds };
}
