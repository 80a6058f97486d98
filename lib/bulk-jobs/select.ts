import { bulkContactsMax } from '#lib/bulk-jobs/bulk-job.ts';
import { pageContactsMax, type StoredBulkJob } from '#lib/bulk-jobs/items.ts';
import { listContacts } from '#lib/contacts/list.ts';
import type { Chunk } from '#lib/jobs/description.ts';
import { pagePut } from '#lib/jobs/pages.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timestamp } from '#lib/values/ids.ts';

/** Pages of the list that are read for one chunk. With a filter that matches few contacts, a page of the job may be short. */
const readsMax = 20;

/**
 * Selects the next contacts of a filtered job: reads the list of contacts and stores their ids in a page, together with the
 * position in the list. No contact is changed before all are selected, so that a change cannot move a contact in the list. A
 * cancelled job selects no further contacts.
 */
export function selectionChunk(services: Services, job: StoredBulkJob): Chunk {
  return {
    elements: [],
    apply: async (_, commit) => {
      const isCancelled = job.cancelledAt !== undefined;
      const { contactIds, cursor } = isCancelled ? noContacts : await readSelection(services, job);
      const contacts = job.contacts + contactIds.length;
      if (contacts > bulkContactsMax) {
        const message = `the filter selects more than ${bulkContactsMax} contacts: no contact was changed`;

        return commit({ writes: [] }, { end: { code: 'too_many_contacts', message } });
      }
      const at = services.now();
      const hasContacts = contactIds.length > 0;
      const isLast = cursor === undefined;
      await commit(
        { writes: hasContacts ? [pagePut(job, job.pages, { contactIds }, at)] : [] },
        {
          set: isLast ? { selectedAt: timestamp(at) } : { cursor },
          remove: isLast ? ['cursor'] : [],
          add: { pages: hasContacts ? 1 : 0, contacts: contactIds.length },
          ...(isLast && contacts === 0 && { end: 'done' as const }),
        },
      );
    },
  };
}

const noContacts = { contactIds: [], cursor: undefined };

async function readSelection({ table }: Services, { workspaceId, filter = {}, cursor }: StoredBulkJob) {
  const contactIds = new Set<string>();
  let next = cursor;
  for (let reads = 0; reads < readsMax && contactIds.size < pageContactsMax; reads++) {
    const request = { ...filter, limit: pageContactsMax - contactIds.size, cursor: next };
    const page = await listContacts({ table }, workspaceId, request);
    for (const { id } of page.data) contactIds.add(id);
    next = page.nextCursor ?? undefined;
    if (next === undefined) break;
  }

  return { contactIds: [...contactIds], cursor: next };
}
