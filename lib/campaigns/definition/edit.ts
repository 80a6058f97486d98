import type { CampaignPatch, EnrolledCampaign } from '#lib/campaigns/definition/campaign.ts';
import { itemWrites } from '#lib/campaigns/definition/edit-writes.ts';
import {
  mergeSettings,
  type SettingsPatch,
  settingsFaults,
} from '#lib/campaigns/definition/merge-settings.ts';
import {
  completeSteps,
  stepHeads,
  stepIdFaults,
  stepWarnings,
  structureFaults,
  templateFaults,
  threadFaults,
} from '#lib/campaigns/definition/steps.ts';
import { decideEnrolment } from '#lib/campaigns/enrolment/enrolment.ts';
import { addJobCounts, jobMessages, jobWrites, newEnrolmentJob } from '#lib/campaigns/enrolment/jobs.ts';
import { presentCampaign, readStored, sendingStatusOf } from '#lib/campaigns/read.ts';
import type { Step } from '#lib/campaigns/state/step.ts';
import type { CampaignItem, StoredCampaign } from '#lib/campaigns/state/stored.ts';
import { validWinners } from '#lib/campaigns/state/winner.ts';
import type { Change } from '#lib/commit/change.ts';
import { findExistingCompanies } from '#lib/companies/read.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import { type EmailAccountItem, readAccounts } from '#lib/email-accounts/email-accounts.ts';
import { readPausedContacts } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { timestampAfter } from '#lib/values/ids.ts';
import { invalid, missingIdFaults, type ProblemDetail } from '#lib/values/problem.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/**
 * Changes the given fields and keeps the others. A patch without an effect writes nothing.
 * @throws Problem 404, or 422 that lists every fault.
 */
export async function planEdit(
  services: Services,
  workspaceId: string,
  campaignId: string,
  patch: CampaignPatch,
): Promise<Change<EnrolledCampaign>> {
  const { table, now } = services;
  const { steps: _, addContactIds = [], removeContactIds = [], ...settings } = patch;
  const companyIds = settings.audience?.companyIds ?? [];
  const [stored, accounts, contacts, companies] = await Promise.all([
    readStored(table, workspaceId, campaignId),
    readAccounts(table, workspaceId, settings.emailAccountIds ?? []),
    readContacts(table, workspaceId, addContactIds),
    findExistingCompanies(table, workspaceId, companyIds),
  ]);
  const steps = patch.steps ? completeSteps(patch.steps, now()) : stored.steps;
  const merged = mergeSettings(stored.item, settings);
  const faults = [
    ...patchFaults(patch, steps, stored, accounts, contacts),
    ...settingsFaults(merged, settings),
    ...missingIdFaults('audience.companyIds', companyIds, companies),
    ...(await sourceAccountFaults(table, workspaceId, settings)),
  ];
  if (faults.length > 0) throw invalid(faults);

  const { contactIds, ...enrolment } = await decideEnrolment(table, workspaceId, merged, contacts);
  const jobs = [
    ...(contactIds.length > 0
      ? [newEnrolmentJob({ workspaceId, campaignId, action: 'enrol' }, contactIds, now())]
      : []),
    ...(removeContactIds.length > 0
      ? [newEnrolmentJob({ workspaceId, campaignId, action: 'stop' }, removeContactIds, now())]
      : []),
  ];
  const edited = editedItem(stored, merged, steps, now());
  if (edited && patch.steps && (await hasPausedContacts(table, workspaceId, campaignId))) {
    jobs.push(newEnrolmentJob({ workspaceId, campaignId, action: 'resume' }, [], now()));
  }
  if (edited && shouldEnrolAudience(stored.item, edited))
    jobs.push(newEnrolmentJob({ workspaceId, campaignId, action: 'audience' }, [], now()));
  const counters = addJobCounts(stored.counters, jobs);
  const after = { item: edited ?? stored.item, counters, steps };

  return {
    writes: [...(edited ? itemWrites(workspaceId, stored, edited, steps) : []), ...jobWrites(jobs)],
    basedOn: stored.item.updatedAt,
    before: { ...stored.item, steps: stored.steps },
    result: {
      ...presentCampaign(after, await sendingStatusOf(services, workspaceId, after)),
      enrolment,
      warnings: stepWarnings(steps),
    },
    messages: [
      ...jobMessages(jobs),
      // Dispatches an active campaign again: the edit may change recipients and times.
      ...(edited?.status === 'active' ? [{ queue: 'ticks' as const, message: { campaignId } }] : []),
    ],
  };
}

/** An active campaign enrols the contacts that match a changed audience. For other campaigns, the start enrols them. */
function shouldEnrolAudience(before: CampaignItem, { status, audience }: CampaignItem): boolean {
  return status === 'active' && audience !== null && !isSameValue(audience, before.audience);
}

/** Faults for thread reassignments with a source account that does not exist. */
async function sourceAccountFaults(
  table: Table,
  workspaceId: string,
  { threadReassignments = [] }: SettingsPatch,
): Promise<ProblemDetail[]> {
  const sourceIds = threadReassignments.map(({ fromAccountId }) => fromAccountId);
  const sourceAccounts = await readAccounts(table, workspaceId, sourceIds);

  return missingIdFaults('threadReassignments', sourceIds, sourceAccounts, '.fromAccountId');
}

/** Whether contacts are paused for a missing variable. Changed texts may no longer need it. */
async function hasPausedContacts(table: Table, workspaceId: string, campaignId: string): Promise<boolean> {
  const paused = await readPausedContacts(table, { workspaceId, campaignId }, undefined, 1);

  return paused.length > 0;
}

/** Faults of the patched lists. @param steps the steps after the edit */
function patchFaults(
  { steps: patchedSteps, emailAccountIds = [], addContactIds = [], removeContactIds = [] }: CampaignPatch,
  steps: readonly Step[],
  stored: StoredCampaign,
  accounts: readonly EmailAccountItem[],
  contacts: readonly Contact[],
): ProblemDetail[] {
  const added = new Set(addContactIds);

  return [
    ...missingIdFaults('emailAccountIds', emailAccountIds, accounts),
    ...missingIdFaults('addContactIds', addContactIds, contacts),
    ...removeContactIds.flatMap((id, position) =>
      added.has(id)
        ? [
            {
              path: `removeContactIds[${position}]`,
              rule: 'conflict' as const,
              message: 'must not be in addContactIds too',
            },
          ]
        : [],
    ),
    ...stepIdFaults(patchedSteps ?? [], stored.steps),
    ...threadFaults(patchedSteps ?? []),
    ...templateFaults(patchedSteps ?? []),
    ...(patchedSteps && stored.item.status === 'active' ? structureFaults(steps, stored.steps) : []),
  ];
}

/** The edited campaign; undefined if nothing has changed. @param merged the campaign with its new settings */
function editedItem(
  { item, steps: before }: StoredCampaign,
  merged: CampaignItem,
  steps: readonly Step[],
  now: number,
): CampaignItem | undefined {
  const edited: CampaignItem = {
    ...merged,
    steps: stepHeads(steps),
    winners: validWinners(item.winners, steps),
  };
  if (isSameValue(edited, item) && isSameValue(steps, before)) return undefined;

  return { ...edited, version: item.version + 1, updatedAt: timestampAfter(item.updatedAt, now) };
}
