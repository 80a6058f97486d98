import { type BulkJobFailure, bulkContactsMax } from '#lib/bulk-jobs/bulk-job.ts';
import {
  bulkJobKey,
  bulkJobProgress,
  bulkPartPut,
  partContactsMax,
  type StoredBulkJob,
} from '#lib/bulk-jobs/items.ts';
import { findBulkJob } from '#lib/bulk-jobs/read.ts';
import { listContacts } from '#lib/contacts/list.ts';
import { attemptsMax, type PartAttempt, withAttemptCount } from '#lib/runtime/count-attempts.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { timestamp } from '#lib/values/ids.ts';

/** Contacts for one part, and the cursor of the page after them. */
interface Selection {
  readonly contactIds: readonly string[];
  /** Undefined after the last page. */
  readonly cursor: string | undefined;
}

/**
 * Selects the contacts of a filtered job: reads the list of contacts page by page and stores the ids in parts. Each part is
 * stored together with the position in the list, so that a later worker resumes after it. No contact is changed before all are
 * selected, so that a change cannot move a contact in the list. A cancelled job selects no further contacts.
 * @returns the current job, without `selectedAt` if the time ran out or `selectionFailureOf` has a reason; undefined if the job
 * was deleted
 */
export async function selectContacts(
  services: Services,
  job: StoredBulkJob,
  { deadline, isRedelivered }: PartAttempt,
): Promise<StoredBulkJob | undefined> {
  const { table } = services;
  if (job.selectedAt !== undefined || selectionFailureOf(job)) return job;
  let selected: StoredBulkJob | undefined = job;
  const { tries = 0 } = job;
  const giveUp = async () => {
    selected = { ...job, tries: attemptsMax };
  };
  await withAttemptCount(table, { key: bulkJobKey(job), tries, isRedelivered, giveUp }, async () => {
    selected = await selectUntil(services, job, deadline);

    return selected?.selectedAt !== undefined;
  });

  return selected;
}

export type SelectionFailure = Pick<BulkJobFailure, 'code' | 'message'>;

/** Why the contacts of a job cannot be selected. */
export function selectionFailureOf({ contacts, tries = 0 }: StoredBulkJob): SelectionFailure | undefined {
  if (contacts > bulkContactsMax) {
    const message = `the filter selects more than ${bulkContactsMax} contacts: no contact was changed`;

    return { code: 'too_many_contacts', message };
  }
  if (tries < attemptsMax) return undefined;

  return {
    code: 'selection_failed',
    message: 'the selection of the contacts failed three times: no contact was changed',
  };
}

async function selectUntil(
  services: Services,
  job: StoredBulkJob,
  deadline: number,
): Promise<StoredBulkJob | undefined> {
  const { table, now } = services;
  let current: StoredBulkJob | undefined = job;
  while (current && current.selectedAt === undefined && now() <= deadline) {
    if (selectionFailureOf(current)) return current;
    const isCancelled = current.cancelledAt !== undefined;
    const selection = isCancelled
      ? { contactIds: [], cursor: undefined }
      : await readSelection(services, current, deadline);
    await storeSelection(table, current, selection, now());
    current = await findBulkJob(table, job.workspaceId, job.id);
  }

  return current;
}

async function readSelection(
  { table, now }: Services,
  { workspaceId, filter = {}, cursor }: StoredBulkJob,
  deadline: number,
): Promise<Selection> {
  const contactIds = new Set<string>();
  let next = cursor;
  do {
    const request = { ...filter, limit: partContactsMax - contactIds.size, cursor: next };
    const page = await listContacts({ table }, workspaceId, request);
    for (const { id } of page.data) contactIds.add(id);
    next = page.nextCursor ?? undefined;
  } while (next !== undefined && contactIds.size < partContactsMax && now() <= deadline);

  return { contactIds: [...contactIds], cursor: next };
}

/** Does nothing if another worker stored this part. */
async function storeSelection(
  table: Table,
  job: StoredBulkJob,
  { contactIds, cursor }: Selection,
  now: number,
): Promise<void> {
  const hasContacts = contactIds.length > 0;
  await transactIf(table, [
    {
      update: bulkJobKey(job),
      add: { parts: hasContacts ? 1 : 0, contacts: contactIds.length },
      set: {
        ...bulkJobProgress(job, now),
        ...(cursor === undefined ? { selectedAt: timestamp(now) } : { cursor }),
      },
      ...(cursor === undefined && { remove: ['cursor'] }),
      // `parts` is also the number of the next part.
      if: { parts: { is: job.parts }, selectedAt: 'absent', endedAt: 'absent' },
    },
    ...(hasContacts ? [bulkPartPut(job, job.parts, contactIds, now)] : []),
  ]);
}
