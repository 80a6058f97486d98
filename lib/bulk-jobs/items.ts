import * as z from 'zod/mini';
import { BulkAction, BulkFields, BulkJobFailure, BulkJobItem, BulkOutcome } from '#lib/bulk-jobs/bulk-job.ts';
import { ContactFilter } from '#lib/contacts/list-filters.ts';
import { padNumber, reportExpiry } from '#lib/storage/item.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { QueuedJob } from '#lib/storage/run-queue.ts';
import type { Item, Key, Put, Query } from '#lib/storage/table.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';

/*
 * Keys of bulk jobs. All items expire.
 *
 * | access pattern                       | how                                                                          |
 * |--------------------------------------|------------------------------------------------------------------------------|
 * | a job with its sums                  | GetItem W#<workspace>#BULK-JOBS, <id>; each part adds to the sums once         |
 * | jobs of a workspace, newest first    | Query this partition                                                         |
 * | unfinished jobs, in order            | Query W#<workspace>#BULK-QUEUE: lib/storage/run-queue.ts                       |
 * | the contacts of a part               | GetItem W#<workspace>#BULK-JOB#<id>, PART#<part>                              |
 * | outcomes of the contacts of a part   | Query CHUNK#<part>#; each is written together with the changes of its contacts |
 * | finished parts                       | Query DONE#                                                                  |
 * | stalled jobs                         | gsi3, the worklist, by the end of their latest part                          |
 *
 * Each part writes to the job once, with the condition of its DONE# item. If each chunk wrote to it, the transactions of
 * concurrent chunks would conflict.
 */
export const bulkJobPartition = (workspaceId: string, jobId: string) => `W#${workspaceId}#BULK-JOB#${jobId}`;

export const bulkJobsPartition = (workspaceId: string) => `W#${workspaceId}#BULK-JOBS`;

export const bulkQueuePartition = (workspaceId: string) => `W#${workspaceId}#BULK-QUEUE`;

/** Contacts per part: at most one page of a list, and less than a second of work that a crash can interrupt. */
export const partContactsMax = 100;

/** The ids that build the keys of a job. */
export interface JobRef {
  readonly workspaceId: string;
  readonly id: string;
}

export const bulkJobKey = ({ workspaceId, id }: JobRef): Key => ({
  pk: bulkJobsPartition(workspaceId),
  sk: id,
});

/** Newest first. */
export const bulkJobsOf = (workspaceId: string): MergedQuery => ({
  partitions: [bulkJobsPartition(workspaceId)],
});

const Sums = { changed: z.int(), unchanged: z.int(), skipped: z.int(), failed: z.int() };

const StoredBulkJob = z.object({
  workspaceId: z.string(),
  id: z.string(),
  action: BulkAction,
  filter: z.optional(ContactFilter),
  fields: z.optional(BulkFields),
  tags: z.optional(z.array(z.string())),
  campaignId: z.optional(z.string()),
  createdAt: z.string(),
  /** Epoch milliseconds. */
  queuedAt: z.int(),
  startedAt: z.optional(z.string()),
  /** Page of the filtered list from which the selection continues. */
  cursor: z.optional(z.string()),
  /** Present when all parts are stored. */
  selectedAt: z.optional(z.string()),
  /** Parts and contacts that are selected so far. */
  parts: z.int(),
  contacts: z.int(),
  partsDone: z.int(),
  /** Failed attempts to select the contacts. */
  tries: z.optional(z.int()),
  ...Sums,
  failure: z.optional(BulkJobFailure),
  cancelledAt: z.optional(z.string()),
  endedAt: z.optional(z.string()),
});
export type StoredBulkJob = z.infer<typeof StoredBulkJob>;

export const toStoredJob = (item: Item): StoredBulkJob => StoredBulkJob.parse(item);

export function bulkJobPut(job: StoredBulkJob): Put {
  return {
    put: {
      ...bulkJobKey(job),
      ...job,
      ...worklistAttributes('bulk_job', job.id, job.queuedAt),
      ...reportExpiry(job.queuedAt),
    },
    if: { pk: 'absent' },
  };
}

export const queuedJobOf = ({
  workspaceId,
  id,
  queuedAt,
}: Pick<StoredBulkJob, 'workspaceId' | 'id' | 'queuedAt'>): QueuedJob => ({
  pk: bulkQueuePartition(workspaceId),
  id,
  queuedAt,
});

/** Attributes that show the sweeper that the job has made progress. */
export const bulkJobProgress = ({ id }: JobRef, now: number) => worklistAttributes('bulk_job', id, now);

export const bulkPartKey = ({ workspaceId, id }: JobRef, part: number): Key => ({
  pk: bulkJobPartition(workspaceId, id),
  sk: `PART#${padNumber(part)}`,
});

/** Fails if the part is stored already. */
export const bulkPartPut = (job: JobRef, part: number, contactIds: readonly string[], now: number): Put => ({
  put: { ...bulkPartKey(job, part), contactIds, ...reportExpiry(now) },
  if: { pk: 'absent' },
});

const PartItem = z.object({ contactIds: z.array(z.string()) });

/** Failed attempts at a part. */
export const triesOf = ({ tries = 0 }: Item): number => Number(tries);

export const toPart = (item: Item): z.infer<typeof PartItem> => PartItem.parse(item);

/** More than the maximum number of parts of a job, or of chunks of a part. */
const listMax = 1000;

export const donePut = ({ workspaceId, id }: JobRef, part: number, now: number): Put => ({
  put: { pk: bulkJobPartition(workspaceId, id), sk: `DONE#${padNumber(part)}`, ...reportExpiry(now) },
  if: { pk: 'absent' },
});

const itemsWithPrefix = ({ workspaceId, id }: JobRef, prefix: string): Query => ({
  pk: bulkJobPartition(workspaceId, id),
  sk: { prefix },
  limit: listMax,
  consistent: true,
});

export const doneBulkParts = (job: JobRef) => itemsWithPrefix(job, 'DONE#');

const StoredOutcome = z.object({
  contactId: z.string(),
  outcome: BulkOutcome,
  reason: z._default(BulkJobItem.shape.reason, null),
  message: z._default(z.nullable(z.string()), null),
});

/** The outcomes that a record has, in order. */
export const toOutcomes = (item: Item | undefined): BulkJobItem[] =>
  z.array(StoredOutcome).parse(item?.['outcomes']);

/** Location of a chunk: its part, and the index of its first contact within the part. */
export interface ChunkLocation {
  readonly part: number;
  readonly position: number;
}

/** The record of a chunk. */
export function bulkChunkPut(
  { workspaceId, id }: JobRef,
  { part, position }: ChunkLocation,
  outcomes: readonly BulkJobItem[],
  now: number,
): Put {
  const stored = outcomes.map(({ reason, message, ...outcome }) => ({
    ...outcome,
    ...(reason !== null && { reason }),
    ...(message !== null && { message }),
  }));

  return {
    put: {
      pk: bulkJobPartition(workspaceId, id),
      sk: `CHUNK#${padNumber(part)}#${padNumber(position)}`,
      outcomes: stored,
      ...reportExpiry(now),
    },
    if: { pk: 'absent' },
  };
}

export const bulkChunksOfPart = (job: JobRef, part: number) =>
  itemsWithPrefix(job, `CHUNK#${padNumber(part)}#`);

/** @param from sort key of the first record to read; default: the first record of the job */
export const chunksFrom = ({ workspaceId, id }: JobRef, from: string | undefined, limit: number): Query => ({
  pk: bulkJobPartition(workspaceId, id),
  sk: { from: from ?? 'CHUNK#', to: 'CHUNK#\uffff' },
  limit,
});
