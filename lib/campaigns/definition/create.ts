import type { EnrolledCampaign, NewCampaign } from '#lib/campaigns/definition/campaign.ts';
import {
  completeSteps,
  stepHeads,
  stepWarnings,
  templateFaults,
  threadFaults,
} from '#lib/campaigns/definition/steps.ts';
import { decideEnrolment } from '#lib/campaigns/enrolment/enrolment.ts';
import {
  addJobCounts,
  enrolmentJobPuts,
  jobMessages,
  newEnrolmentJob,
} from '#lib/campaigns/enrolment/jobs.ts';
import { describeInactive } from '#lib/campaigns/planning/sending-status.ts';
import { presentCampaign } from '#lib/campaigns/read.ts';
import {
  campaignKey,
  campaignsIndex,
  countersKey,
  nameIndexAttributes,
  statusIndexAttributes,
  tagEntryKey,
} from '#lib/campaigns/state/items.ts';
import type { Step } from '#lib/campaigns/state/step.ts';
import { stepPuts } from '#lib/campaigns/state/step-items.ts';
import { type CampaignItem, zeroCounters } from '#lib/campaigns/state/stored.ts';
import { statusCounterIncrement } from '#lib/campaigns/state/transitions.ts';
import type { Change } from '#lib/commit/change.ts';
import { findExistingCompanies } from '#lib/companies/read.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import { readAccounts } from '#lib/email-accounts/email-accounts.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { invalid, missingIdFaults } from '#lib/values/problem.ts';

/**
 * Plans a new campaign with its contacts. The executions do not fit into one transaction, so the transaction stores a
 * job with the contact ids, which `jobs.run` enrols in chunks.
 * @throws Problem 422 for unknown accounts, contacts and companies, and for invalid templates.
 */
export async function planCampaign(
  services: Services,
  workspaceId: string,
  input: NewCampaign,
): Promise<Change<EnrolledCampaign>> {
  const { table, now } = services;
  const companyIds = input.audience?.companyIds ?? [];
  const [accounts, contacts, companies] = await Promise.all([
    readAccounts(table, workspaceId, input.emailAccountIds),
    readContacts(table, workspaceId, input.contactIds),
    findExistingCompanies(table, workspaceId, companyIds),
  ]);
  const faults = [
    ...missingIdFaults('emailAccountIds', input.emailAccountIds, accounts),
    ...missingIdFaults('contactIds', input.contactIds, contacts),
    ...missingIdFaults('audience.companyIds', companyIds, companies),
    ...threadFaults(input.steps),
    ...templateFaults(input.steps),
  ];
  if (faults.length > 0) throw invalid(faults);

  const steps = completeSteps(input.steps, now());
  const item = newItem(input, steps, now());
  const { contactIds, ...enrolment } = await decideEnrolment(table, workspaceId, item, contacts);
  const jobs =
    contactIds.length > 0
      ? [newEnrolmentJob({ workspaceId, campaignId: item.id, action: 'enrol' }, contactIds, now())]
      : [];
  const counters = addJobCounts(zeroCounters, jobs);

  return {
    writes: [
      campaignPut(workspaceId, item),
      { put: { ...countersKey(workspaceId, item.id), ...counters } },
      ...steps.flatMap((step) => stepPuts(workspaceId, item.id, step)),
      ...item.tags.map((tag): Write => ({ put: { ...tagEntryKey(workspaceId, tag, item.id) } })),
      ...enrolmentJobPuts(jobs),
    ],
    increments: [statusCounterIncrement(workspaceId, item.status, 1)],
    result: {
      ...presentCampaign({ item, counters, steps }, describeInactive(item)),
      enrolment,
      warnings: stepWarnings(steps),
    },
    messages: jobMessages(jobs),
  };
}

function newItem(input: NewCampaign, steps: readonly Step[], now: number): CampaignItem {
  const { steps: _steps, contactIds: _contactIds, schedule, ...settings } = input;

  return {
    ...settings,
    id: newId('cmp', now),
    schedule,
    status: 'draft',
    pauseReason: null,
    threadReassignments: [],
    steps: stepHeads(steps),
    winners: [],
    version: 1,
    startedAt: null,
    pausedAt: null,
    completedAt: null,
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
}

function campaignPut(workspaceId: string, item: CampaignItem): Write {
  return {
    put: {
      ...campaignKey(workspaceId, item.id),
      ...item,
      gsi1pk: campaignsIndex(workspaceId),
      gsi1sk: item.id,
      ...statusIndexAttributes(workspaceId, item.id, item.status),
      ...nameIndexAttributes(workspaceId, item),
    },
  };
}
