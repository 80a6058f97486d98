import { type JobRef, StoredJob } from '#lib/jobs/job.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { padNumber, reportExpiry } from '#lib/storage/item.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Item, Key, Put, Query } from '#lib/storage/table.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';

/*
 * | access pattern                            | how                                                                    |
 * |-------------------------------------------|------------------------------------------------------------------------|
 * | a job with its position                   | GetItem W#<workspace>#JOBS, <id>                                         |
 * | jobs of a workspace by kind, newest first | Query this partition: the prefix of the ids differs by kind             |
 * | unfinished jobs of a kind that wait       | Query W#<workspace>#JOB_QUEUE#<kind>: run-queue.ts                       |
 * | stored contacts or rows of a job          | GetItem W#<workspace>#JOB#<id>, PAGE#<page>                              |
 * | their outcomes                            | Query CHUNK#: each record commits with its chunk                        |
 * | jobs without progress                     | gsi3, the worklist, by the time of their latest progress                |
 *
 * Load of the partition of all jobs: a running job writes two units per chunk, at most 20 times a second. The limit is 1,000.
 */

export const jobsPartition = (workspaceId: string) => `W#${workspaceId}#JOBS`;

export const jobKey = ({ workspaceId, id }: JobRef): Key => ({ pk: jobsPartition(workspaceId), sk: id });

export const jobsOfPrefix = (workspaceId: string, prefix: string): MergedQuery => ({
  partitions: [jobsPartition(workspaceId)],
  prefix,
});

export const queuePartition = (workspaceId: string, kind: string) => `W#${workspaceId}#JOB_QUEUE#${kind}`;

export const jobDataPartition = ({ workspaceId, id }: JobRef) => `W#${workspaceId}#JOB#${id}`;

export const pageKey = (job: JobRef, page: number): Key => ({
  pk: jobDataPartition(job),
  sk: `PAGE#${padNumber(page)}`,
});

export const recordKey = (job: JobRef, page: number, index: number): Key => ({
  pk: jobDataPartition(job),
  sk: `CHUNK#${padNumber(page)}#${padNumber(index)}`,
});

/** More than the chunks of a page. */
const recordsMax = 1000;

export const recordsOfPage = (job: JobRef, page: number): Query => ({
  pk: jobDataPartition(job),
  sk: { prefix: `CHUNK#${padNumber(page)}#` },
  limit: recordsMax,
});

/** @param from sort key of the first record to read; default: the first record of the job */
export const recordsFrom = (job: JobRef, from: string | undefined, limit: number): Query => ({
  pk: jobDataPartition(job),
  sk: { from: from ?? 'CHUNK#', to: 'CHUNK#\uffff' },
  limit,
});

export const toStoredJob = (item: Item): StoredJob => StoredJob.parse(item);

/** @param isKept whether it never expires */
export function jobPut<Job extends StoredJob>(job: Job, isKept = false): Put {
  const createdAt = Date.parse(job.createdAt);

  return {
    put: {
      ...jobKey(job),
      ...job,
      ...worklistAttributes('job', job.id, createdAt),
      ...(isKept ? {} : reportExpiry(createdAt)),
    },
    if: { pk: 'absent' },
    otherwise: () => new StaleDecision('the job was started concurrently'),
  };
}
