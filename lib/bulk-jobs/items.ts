import * as z from 'zod/mini';
import {
  BulkAction,
  BulkFields,
  BulkJobFailure,
  BulkJobItem,
  BulkOutcome,
  type ContactResult,
} from '#lib/bulk-jobs/bulk-job.ts';
import { ContactFilter } from '#lib/contacts/list-filters.ts';
import { storedJob } from '#lib/jobs/job.ts';
import type { Item } from '#lib/storage/table.ts';

/*
 * A bulk job, its pages of contacts and the records of its chunks are items of `lib/jobs`. A record has the outcomes of the
 * contacts of a chunk.
 */

/** Contacts per page: at most one page of a list. */
export const pageContactsMax = 100;

/** The kind of the job, and the prefix of its id. */
export const bulkKind = 'bulk';
export const bulkIdPrefix = 'bjb_';

const StoredBulkJob = z.object({
  ...storedJob,
  action: BulkAction,
  filter: z.optional(ContactFilter),
  fields: z.optional(BulkFields),
  tags: z.optional(z.array(z.string())),
  campaignId: z.optional(z.string()),
  /** Page of the filtered list from which the selection continues. */
  cursor: z.optional(z.string()),
  /** Present when all contacts are selected. */
  selectedAt: z.optional(z.string()),
  /** Pages and contacts that are selected so far. */
  pages: z.int(),
  contacts: z.int(),
  /** The next contact: its page, and its index within the page. */
  page: z.int(),
  index: z.int(),
  /** Contacts that fitted the latest chunk, if not all did. */
  chunkSize: z.optional(z.int()),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  failed: z.int(),
  failure: z.optional(BulkJobFailure),
});
export type StoredBulkJob = z.infer<typeof StoredBulkJob>;

export const toStoredBulkJob = (item: Item): StoredBulkJob => StoredBulkJob.parse(item);

const PageItem = z.object({ contactIds: z.array(z.string()) });

export const toContactIds = (item: Item | undefined): readonly string[] => PageItem.parse(item).contactIds;

const StoredOutcome = z.object({
  contactId: z.string(),
  outcome: BulkOutcome,
  reason: z._default(BulkJobItem.shape.reason, null),
  message: z._default(z.nullable(z.string()), null),
});

/** The outcomes that a record has, in order. */
export const toOutcomes = (item: Item): ContactResult[] => z.array(StoredOutcome).parse(item['outcomes']);

/** The attributes of a record. */
export function outcomeAttributes(items: readonly ContactResult[]) {
  const outcomes = items.map(({ reason, message, ...outcome }) => ({
    ...outcome,
    ...(reason !== null && { reason }),
    ...(message !== null && { message }),
  }));

  return { outcomes };
}
