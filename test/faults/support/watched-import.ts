import { listActivity } from '#lib/activity/activity.ts';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { getImport } from '#lib/contacts/import/read.ts';
import { contactsByStatus, toContact } from '#lib/contacts/items.ts';
import { jobKey, jobsPartition } from '#lib/jobs/items.ts';
import { readMerged } from '#lib/storage/merged-query.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as runImport } from '../../../functions/jobs/run.ts';
import { addContact, draftCampaign, uniqueEmail } from '../../api/support/seed.ts';
import { acceptImport } from '../../support/accepted-import.ts';
import { connected } from '../../support/stack.ts';
import { consume } from '../../workers/support/invoke.ts';

export interface WatchedImport {
  readonly workspaceId: string;
  readonly importId: string;
  readonly campaignId: string;
}

const [fresh, changed, same] = [47, 5, 5];
const all = fresh + changed + same;

/** Two pages with two chunks each, with rows of every kind. */
export async function acceptWatchedImport(): Promise<WatchedImport> {
  const workspaceId = newId('wsp', Date.now());
  const { id: campaignId } = await draftCampaign(workspaceId);
  const rows = Array.from({ length: all }, () => ({ email: uniqueEmail(), city: 'Berlin' }));
  for (const [at, row] of rows.slice(0, changed + same).entries()) {
    await addContact(workspaceId, at < changed ? { ...row, city: 'Bonn' } : row);
  }
  // Shuffled across both pages.
  const mixed = rows.toSorted((one, other) => (one.email.slice(-16) < other.email.slice(-16) ? -1 : 1));
  const file = { rows: mixed, pageRows: 30, onDuplicate: 'update', campaignId } as const;
  const importId = await acceptImport(connected(), workspaceId, file);

  return { workspaceId, importId, campaignId };
}

/** Processes the message until it is not returned: the third failed attempt ends the import as failed. */
export async function finish({ workspaceId, importId }: WatchedImport): Promise<void> {
  const messages = [{ workspaceId, jobId: importId }];
  for (let failed = 1; failed > 0; ) failed = (await consume(runImport, messages)).length;
}

/** @returns differences from the result of an uninterrupted import */
export async function importFaults({ workspaceId, importId, campaignId }: WatchedImport): Promise<string[]> {
  const { table } = connected();
  const report = await getImport(connected(), workspaceId, importId);
  const contacts = await readMerged(table, contactsByStatus(workspaceId), undefined, 1000);
  const addresses = new Set(contacts.map(toContact).map(({ email }) => email));
  const { data } = await listActivity(connected(), workspaceId, { limit: 100 });
  const countOf = (kind: string) => data.filter(({ type }) => type === kind).length;
  const pk = jobsPartition(workspaceId);
  const { items: jobs } = await table.query({ pk, sk: { prefix: 'job_' }, limit: 100 });
  const enrolled = jobs.flatMap(({ contactIds }) => contactIds as string[]);
  const counters = await table.get(countersKey(workspaceId, campaignId));
  const progress = await table.get(jobKey({ workspaceId, id: importId }));

  const { status, total, created, updated, skipped, failed } = report;
  const facts: [string, unknown, unknown][] = [
    ['status', status, 'completed'],
    ['counts', [total, created, updated, skipped, failed].join(), [all, fresh, changed, same, 0].join()],
    ['enrolled, by the report', report.enrolled, all],
    ['contacts', contacts.length, all],
    ['addresses', addresses.size, all],
    ['contact.created', countOf('contact.created'), all],
    ['contact.updated', countOf('contact.updated'), changed],
    ['enrolled', enrolled.length, all],
    ['different people enrolled', new Set(enrolled).size, all],
    ['counted by the campaign', counters?.['contacts'], all],
    ['place in the worklist', progress?.['gsi3pk'], undefined],
  ];

  return facts.flatMap(([what, is, wanted]) => (is === wanted ? [] : [`${what}: ${is}, not ${wanted}`]));
}
