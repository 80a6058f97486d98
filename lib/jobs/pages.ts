import { jobDataPartition, pageKey, recordKey, recordsFrom, recordsOfPage } from '#lib/jobs/items.ts';
import type { JobRef } from '#lib/jobs/job.ts';
import { reportExpiry } from '#lib/storage/item.ts';
import type { Item, Key, Put, Table } from '#lib/storage/table.ts';

/*
 * A job that must know all its contacts or rows before it begins stores them in pages. Their outcomes are in the records of its
 * chunks, in the same order.
 */

/** The place of a chunk: its page, and the index of its first contact or row in the page. */
export interface ChunkPlace {
  readonly page: number;
  readonly index: number;
}

/** Fails if the page is stored already. */
export const pagePut = (job: JobRef, page: number, attributes: object, now: number): Put => ({
  put: { ...pageKey(job, page), ...attributes, ...reportExpiry(now) },
  if: { pk: 'absent' },
});

export function readPage(table: Table, job: JobRef, page: number): Promise<Item | undefined> {
  return table.get(pageKey(job, page));
}

/** Fails if the chunk is recorded already. */
export const recordPut = (
  job: JobRef,
  { page, index }: ChunkPlace,
  attributes: object,
  now: number,
): Put => ({
  put: { ...recordKey(job, page, index), ...reportExpiry(now), ...attributes },
  if: { pk: 'absent' },
});

/** The records of the chunks of a page, in order. */
export async function readRecords(table: Table, job: JobRef, page: number): Promise<readonly Item[]> {
  const { items } = await table.query(recordsOfPage(job, page));

  return items;
}

/** @param from sort key of the first record to read; default: the first record of the job */
export const recordsQuery = recordsFrom;

/** The key of another item of a job, beside its pages and records. */
export const jobDataKey = (job: JobRef, sk: string): Key => ({ pk: jobDataPartition(job), sk });

/** The page of a stored item; undefined for other items of the job. */
export function pageNumberOf({ sk }: Key): number | undefined {
  return sk.startsWith('PAGE#') ? Number(sk.slice('PAGE#'.length)) : undefined;
}
