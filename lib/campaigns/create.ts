import type { EnrolledCampaign, NewCampaign } from '#lib/campaigns/campaign.ts';
import { decideEnrolment } from '#lib/campaigns/enrolment.ts';
import { missing, templateFaults } from '#lib/campaigns/faults.ts';
import {
  type CampaignItem,
  campaignKey,
  campaignsIndex,
  countersKey,
  namePlace,
  noCounts,
  statusPlace,
  tagEntryKey,
} from '#lib/campaigns/items.ts';
import { callJobs, jobPut, newJob } from '#lib/campaigns/jobs.ts';
import { presentCampaign } from '#lib/campaigns/read.ts';
import { normaliseSchedule } from '#lib/campaigns/schedule.ts';
import { describeStandstill } from '#lib/campaigns/sending-status.ts';
import type { Step } from '#lib/campaigns/step.ts';
import { stepPuts } from '#lib/campaigns/step-items.ts';
import { completeSteps, stepHeads, threadFaults } from '#lib/campaigns/steps.ts';
import { countedStatus } from '#lib/campaigns/totals.ts';
import type { JobCall } from '#lib/campaigns/workers.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import { readAccounts } from '#lib/email-accounts/email-accounts.ts';
import { invalid } from '#lib/http/problem.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Change } from '#lib/runtime/change.ts';
import { newId, timestamp } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';

/**
 * A campaign, and who is in it. The executions are too many for one transaction: what is committed is the decision —
 * the list of contacts, as a job — which `campaigns.run-job` carries out chunk by chunk.
 * @throws Problem 422 for accounts and contacts that do not exist, and for templates that cannot be rendered.
 */
export async function planCampaign(
  services: Services & { readonly jobs: Queue<JobCall> },
  workspaceId: string,
  input: NewCampaign,
): Promise<Change<EnrolledCampaign>> {
  const { table, now, jobs } = services;
  const [accounts, contacts] = await Promise.all([
    readAccounts(table, workspaceId, input.emailAccountIds),
    readContacts(table, workspaceId, input.contactIds),
  ]);
  const faults = [
    ...missing('emailAccountIds', input.emailAccountIds, accounts),
    ...missing('contactIds', input.contactIds, contacts),
    ...threadFaults(input.steps),
    ...templateFaults(input.steps),
  ];
  if (faults.length > 0) throw invalid(faults);

  const steps = completeSteps(input.steps, now());
  const item = newItem(input, steps, now());
  const { contactIds, ...enrolment } = await decideEnrolment(table, workspaceId, item, contacts);
  const list = contactIds.length > 0 ? [newJob(item.id, 'enrol', contactIds, now())] : [];
  const counters = { ...noCounts, contacts: contactIds.length, openJobs: list.length };

  return {
    writes: [
      campaignPut(workspaceId, item),
      { put: { ...countersKey(workspaceId, item.id), ...counters } },
      ...steps.flatMap((step) => stepPuts(workspaceId, item.id, step)),
      ...item.tags.map((tag): Write => ({ put: { ...tagEntryKey(workspaceId, tag, item.id) } })),
      ...list.map((job) => jobPut(workspaceId, job, now())),
    ],
    tallies: [countedStatus(workspaceId, item.status, 1)],
    result: { ...presentCampaign({ item, counters, steps }, describeStandstill(item)), enrolment },
    ...(list.length > 0 && { wakeUp: () => callJobs(jobs, workspaceId, list) }),
  };
}

function newItem(input: NewCampaign, steps: readonly Step[], now: number): CampaignItem {
  const { steps: _steps, contactIds: _contactIds, schedule, ...settings } = input;

  return {
    ...settings,
    id: newId('cmp', now),
    schedule: normaliseSchedule(schedule),
    status: 'draft',
    pauseReason: null,
    steps: stepHeads(steps),
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
      ...statusPlace(workspaceId, item.id, item.status),
      ...namePlace(workspaceId, item),
    },
  };
}
