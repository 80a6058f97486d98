import { audienceChunk, enrolmentChunk } from '#lib/campaigns/enrolment/enrol.ts';
import { type EnrolmentJob, enrolmentKind, toEnrolmentJob } from '#lib/campaigns/enrolment/jobs.ts';
import { resumeChunk } from '#lib/campaigns/enrolment/resume.ts';
import { companyStopChunk, endChunk, eraseChunk, stopChunk } from '#lib/campaigns/enrolment/stop.ts';
import { countCampaign } from '#lib/campaigns/state/counters.ts';
import { findCampaignItem } from '#lib/campaigns/state/running.ts';
import type { Chunk, JobDescription } from '#lib/jobs/description.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { DispatchMessage } from '#lib/values/queues.ts';

type NextChunk = (services: Services, job: EnrolmentJob) => Chunk<string> | Promise<Chunk<string>>;

const nextChunks: Readonly<Record<EnrolmentJob['action'], NextChunk>> = {
  enrol: enrolmentChunk,
  stop: stopChunk,
  stop_company: companyStopChunk,
  audience: audienceChunk,
  resume: resumeChunk,
  end: endChunk,
  erase: eraseChunk,
};

interface EnrolmentServices extends Services {
  readonly ticks: Queue<DispatchMessage>;
}

/** Enrols, removes and resumes the contacts of a campaign. A campaign with an unfinished job cannot complete. */
export const enrolmentJobs: JobDescription<EnrolmentServices> = {
  kind: enrolmentKind,
  nextChunk: async (services, item) => {
    const job = toEnrolmentJob(item);

    return nextChunks[job.action](services, job);
  },
  failureOf: () => ({
    code: 'job_unfinished',
    message: 'the job failed three times; its remaining contacts were not changed',
  }),
  // The contacts that an `enrol` job has not enrolled are no longer counted.
  abandon: async (_, item) => {
    const { workspaceId, campaignId, action, contactIds, done } = toEnrolmentJob(item);
    const contacts = action === 'enrol' ? done - contactIds.length : 0;

    return { writes: [countCampaign(workspaceId, campaignId, { contacts, openJobs: -1 })] };
  },
  /** Wakes the dispatcher: the job may have added due executions, or ended the last open one. */
  afterRun: async ({ table, ticks }, item) => {
    const { workspaceId, campaignId } = toEnrolmentJob(item);
    const campaign = await findCampaignItem(table, workspaceId, campaignId);
    if (campaign?.status === 'active') await ticks.send([{ message: { workspaceId, campaignId } }]);
  },
};
