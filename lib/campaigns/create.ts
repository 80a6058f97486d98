import type { Campaign, Enrolment, NewCampaign, Step } from '#lib/campaigns/campaign.ts';
import {
  type CampaignItem,
  campaignKey,
  campaignsIndex,
  countersKey,
  type Job,
  jobKey,
  noCounts,
  stepKey,
} from '#lib/campaigns/items.ts';
import { presentCampaign } from '#lib/campaigns/read.ts';
import type { EnrolmentCall } from '#lib/campaigns/workers.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import { readAccounts } from '#lib/email-accounts/email-accounts.ts';
import { findTemplateFaults } from '#lib/emails/template.ts';
import { invalid, type ProblemDetail } from '#lib/http/problem.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Change } from '#lib/runtime/change.ts';
import { newId, timestamp } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import { worklistPlace } from '#lib/storage/worklist.ts';

/**
 * A campaign, and who is in it. The executions are too many for one transaction: what is committed is the decision —
 * the list of contacts, as a job — which `campaigns.enrol` carries out chunk by chunk.
 * @throws Problem 422 for accounts and contacts that do not exist, and for templates that cannot be rendered.
 */
export async function planCampaign(
  services: Services & { readonly jobs: Queue<EnrolmentCall> },
  workspaceId: string,
  input: NewCampaign,
): Promise<Change<Campaign & { enrolment: Enrolment }>> {
  const { table, now, jobs } = services;
  const [accounts, contacts] = await Promise.all([
    readAccounts(table, workspaceId, input.emailAccountIds),
    readContacts(table, workspaceId, input.contactIds),
  ]);
  const faults = [
    ...missing('emailAccountIds', input.emailAccountIds, new Set(accounts.map(({ id }) => id))),
    ...missing('contactIds', input.contactIds, new Set(contacts.map(({ id }) => id))),
    ...templateFaults(input),
    ...(input.contactIds.length > 0 && input.steps.length === 0
      ? [{ path: 'contactIds', rule: 'steps', message: 'contacts can be enrolled once there is a step' }]
      : []),
  ];
  if (faults.length > 0) throw invalid(faults);

  const steps = newSteps(input, now());
  const campaign = newCampaign(input, steps, now());
  const suppressed = contacts.filter(({ status }) => status !== 'active').map(({ id }) => id);
  const enrolled = input.contactIds.filter((id) => !suppressed.includes(id));
  const job = newJob(campaign.id, steps[0], enrolled, now());
  const counters = { ...noCounts, contacts: enrolled.length, openJobs: job ? 1 : 0 };

  return {
    writes: [
      campaignPut(workspaceId, campaign),
      { put: { ...countersKey(workspaceId, campaign.id), ...counters } },
      ...steps.map((step): Write => ({ put: { ...stepKey(workspaceId, campaign.id, step.id), ...step } })),
      ...(job ? [jobPut(workspaceId, job, now())] : []),
    ],
    result: {
      ...presentCampaign(campaign, counters, steps),
      enrolment: {
        enrolled: enrolled.length,
        notEnrolled: suppressed.map((contactId) => ({ contactId, reason: 'suppressed' as const })),
      },
    },
    ...(job && {
      wakeUp: () => jobs.send([{ message: { workspaceId, campaignId: campaign.id, jobId: job.jobId } }]),
    }),
  };
}

function newSteps(input: NewCampaign, now: number): Step[] {
  return input.steps.map(({ type, variants }) => ({
    id: newId('stp', now),
    type,
    variants: variants.map((variant) => ({ id: newId('var', now), ...variant })),
  }));
}

function newCampaign(input: NewCampaign, steps: readonly Step[], now: number): CampaignItem {
  return {
    id: newId('cmp', now),
    name: input.name,
    description: input.description,
    status: 'draft',
    pauseReason: null,
    stepIds: steps.map(({ id }) => id),
    emailAccountIds: input.emailAccountIds,
    startedAt: null,
    pausedAt: null,
    completedAt: null,
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
}

function newJob(
  campaignId: string,
  step: Step | undefined,
  contactIds: string[],
  now: number,
): Job | undefined {
  if (contactIds.length === 0 || !step) return undefined;

  return { jobId: newId('job', now), campaignId, contactIds, stepId: step.id, done: 0 };
}

function campaignPut(workspaceId: string, campaign: CampaignItem): Write {
  return {
    put: {
      ...campaignKey(workspaceId, campaign.id),
      ...campaign,
      gsi1pk: campaignsIndex(workspaceId),
      gsi1sk: campaign.id,
    },
  };
}

function jobPut(workspaceId: string, job: Job, now: number): Write {
  return {
    put: {
      ...jobKey(workspaceId, job.campaignId, job.jobId),
      ...job,
      workspaceId,
      ...worklistPlace('job', job.jobId, now),
    },
  };
}

function missing(field: string, asked: readonly string[], found: ReadonlySet<string>): ProblemDetail[] {
  return asked.flatMap((id, position) =>
    found.has(id) ? [] : [{ path: `${field}[${position}]`, rule: 'exists', message: 'does not exist' }],
  );
}

function templateFaults({ steps }: NewCampaign): ProblemDetail[] {
  return steps.flatMap(({ variants }, step) =>
    variants.flatMap((variant, position) =>
      (['subject', 'bodyHtml', 'bodyText'] as const).flatMap((field) =>
        findTemplateFaults(variant[field] ?? '').map((message) => ({
          path: `steps[${step}].variants[${position}].${field}`,
          rule: 'template',
          message,
        })),
      ),
    ),
  );
}
