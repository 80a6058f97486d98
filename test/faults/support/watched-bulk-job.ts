import { listActivity } from '#lib/activity/activity.ts';
import { getBulkJob } from '#lib/bulk-jobs/read.ts';
import { contactsByStatus, contactsByTag, toContact } from '#lib/contacts/items.ts';
import { jobKey } from '#lib/jobs/items.ts';
import { readMerged } from '#lib/storage/merged-query.ts';
import { newId } from '#lib/values/ids.ts';
import { addBulkJob, addContact, addContacts } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { readReport } from '../../workers/support/bulk.ts';

export interface WatchedBulkJob {
  readonly workspaceId: string;
  readonly jobId: string;
  /** Number of contacts that the job changes, and of contacts that already have the tag. */
  readonly plain: number;
  readonly tagged: number;
}

const tag = 'vip';
const batchSize = 100;

/** A job that tags all contacts of a new workspace; some have the tag already. */
export async function createWatchedBulkJob(plain: number, tagged: number): Promise<WatchedBulkJob> {
  const workspaceId = newId('wsp', Date.now());
  await addInBatches(workspaceId, Math.ceil(plain / 2));
  await Promise.all(Array.from({ length: tagged }, () => addContact(workspaceId, { tags: [tag] })));
  await addInBatches(workspaceId, Math.floor(plain / 2));
  const jobId = await addBulkJob(workspaceId, { action: 'add_tags', tags: [tag], filter: {} });

  return { workspaceId, jobId, plain, tagged };
}

/** Not all together: connections would time out. */
async function addInBatches(workspaceId: string, count: number): Promise<void> {
  for (let added = 0; added < count; added += batchSize) {
    await addContacts(workspaceId, Math.min(batchSize, count - added));
  }
}

/** @returns differences from the result of an uninterrupted job */
export async function bulkJobFaults({
  workspaceId,
  jobId,
  plain,
  tagged,
}: WatchedBulkJob): Promise<string[]> {
  const { table } = connected();
  const all = plain + tagged;
  const job = await getBulkJob(connected(), workspaceId, jobId);
  const report = await readReport(workspaceId, jobId);
  const items = await readMerged(table, contactsByStatus(workspaceId), undefined, all + 1);
  const contacts = items.map(toContact);
  const entries = await readMerged(table, contactsByTag(workspaceId, tag), undefined, all + 1);
  const events = await countEvents(workspaceId, 'contact.updated');
  const stored = await table.get(jobKey({ workspaceId, id: jobId }));
  const withOutcome = (outcome: string) => report.filter((item) => item.outcome === outcome).length;

  const facts: [string, unknown, unknown][] = [
    ['status', job.status, 'completed'],
    [
      'counts',
      [job.contacts, job.processed, job.changed, job.unchanged].join(),
      [all, all, plain, tagged].join(),
    ],
    ['items', report.length, all],
    ['different contacts in the report', new Set(report.map(({ contactId }) => contactId)).size, all],
    ['changed, by the items', withOutcome('changed'), plain],
    ['unchanged, by the items', withOutcome('unchanged'), tagged],
    ['contacts', contacts.length, all],
    ['contacts with the tag once', contacts.filter(({ tags }) => tags.join() === tag).length, all],
    ['entries of the tag', entries.length, all],
    ['contact.updated', events, plain],
    ['place in the worklist', stored?.['gsi3pk'], undefined],
  ];

  return facts.flatMap(([what, is, wanted]) => (is === wanted ? [] : [`${what}: ${is}, not ${wanted}`]));
}

async function countEvents(workspaceId: string, type: 'contact.updated'): Promise<number> {
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await listActivity(connected(), workspaceId, { type: [type], limit: 100, cursor });
    count += page.data.length;
    if (page.nextCursor === null) return count;
    cursor = page.nextCursor;
  }
}
