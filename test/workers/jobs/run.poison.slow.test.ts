import { beforeAll, beforeEach, expect, test } from 'vitest';
import { getBulkJob } from '#lib/bulk-jobs/read.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { jobKey, pageKey } from '#lib/jobs/items.ts';
import { jobWorkers } from '#lib/jobs/workers.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as run } from '../../../functions/jobs/run.ts';
import { addBulkJob, addContacts } from '../../api/support/seed.ts';
import { linesFor } from '../../support/logs.ts';
import { connected } from '../../support/stack.ts';
import { readReport } from '../support/bulk.ts';
import { consume } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

let workspaceId: string;
const jobOf = (jobId: string) => getBulkJob(connected(), workspaceId, jobId);
/** Ten tags of 50 characters. */
const tags = Array.from({ length: 10 }, (_, tag) => `${tag}`.padEnd(50, 'x'));
/** An item of the table has at most 409,600 bytes: this contact has no room for the tags. */
const padding = 'x'.repeat(408_700);

async function damage(contactId: string, set: Readonly<Record<string, unknown>>): Promise<void> {
  await connected().table.update({ update: contactKey(workspaceId, contactId), set });
}

beforeAll(() => useOwnResources());
beforeEach(() => {
  workspaceId = newId('wsp', Date.now());
});

test('only a contact that cannot be read or stored fails, and the job ends', async () => {
  const contactIds = await addContacts(workspaceId, 40);
  const [, unreadable = '', , full = ''] = contactIds;
  await damage(unreadable, { version: 'none', firstName: 7 });
  await damage(full, { padding });
  const jobId = await addBulkJob(workspaceId, { action: 'add_tags', tags, contactIds });
  // Redelivered after the end: the report stays correct.
  for (const receives of [1, 2]) expect(await consume(run, [{ workspaceId, jobId }], receives)).toEqual([]);

  expect(await jobOf(jobId)).toMatchObject({ status: 'completed', processed: 40, changed: 38, failed: 2 });
  const report = await readReport(workspaceId, jobId);
  expect(report.map(({ contactId }) => contactId)).toEqual(contactIds);
  expect(report.filter(({ outcome }) => outcome === 'failed')).toEqual(
    [unreadable, full].map((contactId) => ({
      contactId,
      outcome: 'failed',
      reason: 'unprocessable',
      message: null,
    })),
  );
  expect(linesFor(jobWorkers.run, 'JobItemsSetAside').length).toBeGreaterThanOrEqual(2);
});

test('a job with contacts that cannot be read ends as failed after three attempts, and keeps what it has done', async () => {
  const contactIds = await addContacts(workspaceId, 120);
  const jobId = await addBulkJob(workspaceId, { action: 'add_tags', tags: ['vip'], contactIds });
  const update = pageKey({ workspaceId, id: jobId }, 1);
  await connected().table.update({ update, set: { contactIds: 'damaged' } });
  for (const receives of [1, 2, 3]) {
    expect(await consume(run, [{ workspaceId, jobId }], receives)).toHaveLength(receives < 3 ? 1 : 0);
  }

  expect(await jobOf(jobId)).toMatchObject({
    status: 'failed',
    contacts: 120,
    processed: 100,
    changed: 100,
    statusReason: { code: 'job_unfinished' },
  });
});

test('a job with a selection that fails three times ends as failed, changes no contact, and the next job starts', async () => {
  const [contactId = ''] = await addContacts(workspaceId, 1);
  const create = (tag: string) => addBulkJob(workspaceId, { action: 'add_tags', tags: [tag], filter: {} });
  const damaged = [await create('one'), await create('two')];
  const last = await create('three');
  for (const id of damaged) {
    await connected().table.update({ update: jobKey({ workspaceId, id }), set: { cursor: 'damaged' } });
  }
  for (const receives of [1, 2, 3]) {
    const messages = [...damaged, last].map((jobId) => ({ workspaceId, jobId }));
    expect(await consume(run, messages, receives)).toHaveLength(receives < 3 ? 2 : 0);
  }
  expect(await consume(run, await takeMessages('jobs'))).toEqual([]);

  for (const id of damaged) {
    expect(await jobOf(id)).toMatchObject({
      status: 'failed',
      processed: 0,
      statusReason: { code: 'selection_failed' },
    });
  }
  expect(await jobOf(last)).toMatchObject({ status: 'completed' });
  expect((await findContact(connected().table, workspaceId, contactId))?.tags).toEqual(['three']);
});
