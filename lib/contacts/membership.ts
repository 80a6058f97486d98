import type { Tally } from '#lib/activity/new-event.ts';
import { type ContactEntries, planContactEntries } from '#lib/campaigns/contact-entries.ts';
import { readStarted } from '#lib/campaigns/enrolment.ts';
import { takeTurn } from '#lib/campaigns/entry.ts';
import { missing } from '#lib/campaigns/missing.ts';
import { type CampaignOutline, readOutlines } from '#lib/campaigns/outline.ts';
import type { ContactPatch, StoredContact } from '#lib/contacts/contact.ts';
import { endExecution } from '#lib/executions/end.ts';
import { isOpen } from '#lib/executions/execution.ts';
import { executionsOf } from '#lib/executions/executions.ts';
import { invalid } from '#lib/http/problem.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';

export type Membership = Pick<ContactEntries, 'writes' | 'calls'> & {
  readonly tallies: readonly Tally[];
  /** Undefined when nobody asked for any. */
  readonly enrolment?: ContactEntries['enrolment'];
};

/** The campaigns in the order in which they were asked for. @throws Problem 422 for those that do not exist */
export async function requireCampaigns(
  table: Table,
  workspaceId: string,
  field: string,
  campaignIds: readonly string[],
): Promise<CampaignOutline[]> {
  const campaigns = await readOutlines(table, workspaceId, campaignIds);
  const faults = missing(field, campaignIds, campaigns);
  if (faults.length > 0) throw invalid(faults);

  return campaignIds.flatMap((id) => campaigns.find((campaign) => campaign.id === id) ?? []);
}

/**
 * A contact leaves campaigns and enters others, in this order. What it is not in, it cannot leave: that is no fault.
 * @param contact as it will be
 * @param endsAll whether all that it is in ends anyway
 * @throws Problem 422 for campaigns that do not exist, or that it should both enter and leave
 */
export async function planMembership(
  { table, now }: Services,
  workspaceId: string,
  contact: StoredContact,
  { addCampaignIds, removeCampaignIds = [] }: ContactPatch,
  endsAll: boolean,
): Promise<Membership> {
  if (addCampaignIds === undefined && removeCampaignIds.length === 0) {
    return { writes: [], calls: [], tallies: [] };
  }
  const added = addCampaignIds ?? [];
  const conflicts = removeCampaignIds.flatMap((id, position) =>
    added.includes(id)
      ? [{ path: `removeCampaignIds[${position}]`, rule: 'conflict' as const, message: 'is in addCampaignIds too' }]
      : [],
  );
  if (conflicts.length > 0) throw invalid(conflicts);
  const campaigns = await requireCampaigns(table, workspaceId, 'addCampaignIds', added);
  const turn = campaigns.length > 0 ? [await takeTurn(table, workspaceId, now())] : [];
  const executions = await executionsOf(table, workspaceId, contact.id);

  const left = executions.filter((each) => isOpen(each) && removeCampaignIds.includes(each.campaignId));
  const ends = endsAll ? [] : left.map((each) => endExecution(each, 'stopped', 'removed', now()));
  const stay = executions.map((each) =>
    left.includes(each) ? { ...each, status: 'stopped' as const } : each,
  );
  const started = await readStarted(table, workspaceId, undefined, campaigns.length > 0 ? stay : []);
  const entries = planContactEntries(workspaceId, contact, campaigns, stay, started, now());

  return {
    writes: [
      ...ends.flatMap(({ writes }) => writes),
      ...(entries.writes.length > 0 ? [...turn, ...entries.writes] : []),
    ],
    calls: entries.calls,
    tallies: ends.flatMap(({ tallies }) => tallies),
    ...(addCampaignIds !== undefined && { enrolment: entries.enrolment }),
  };
}
