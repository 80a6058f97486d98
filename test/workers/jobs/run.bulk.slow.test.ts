import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { planCancellation } from '#lib/bulk-jobs/cancel.ts';
import { bulkJobs } from '#lib/bulk-jobs/description.ts';
import { getBulkJob } from '#lib/bulk-jobs/read.ts';
import { planCampaignDeletion } from '#lib/campaigns/definition/delete.ts';
import { findContact, getContact } from '#lib/contacts/contacts.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { jobKey } from '#lib/jobs/items.ts';
import { jobRunner } from '#lib/jobs/run.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import type { Table } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as run } from '../../../functions/jobs/run.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import {
  addBulkJob,
  addCompany,
  addContact,
  addContacts,
  block,
  commitNow,
  draftCampaign,
  executionStatuses,
  readCampaign,
  uniqueEmail,
} from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls } from '../support/activity.ts';
import { readReport } from '../support/bulk.ts';
import { consume, context } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

let workspaceId: string;
const jobOf = (jobId: string) => getBulkJob(connected(), workspaceId, jobId);
const contactOf = (id: string) => getContact(connected(), workspaceId, id);
const kindsOf = async (contactId: string) =>
  (await listActivity(connected(), workspaceId, { contactId, limit: 100 })).data.map(({ type }) => type);
const create = (input: Record<string, unknown>) => addBulkJob(workspaceId, input);

/** Runs workers until the queue is empty. */
async function finish(jobId: string): Promise<void> {
  for (
    let calls: unknown[] = [{ workspaceId, jobId }];
    calls.length > 0;
    calls = await takeMessages('jobs')
  ) {
    expect(await consume(run, calls)).toEqual([]);
  }
}

async function runJob(input: Record<string, unknown>): Promise<string> {
  const jobId = await create(input);
  await finish(jobId);

  return jobId;
}

beforeAll(() => useOwnResources());
beforeEach(async () => {
  workspaceId = newId('wsp', Date.now());
  await takeCalls('jobs');
});

describe('the actions', () => {
  test('add_tags adds tags to the contacts of a filter, and reports unchanged ones', async () => {
    const tagged = await addContact(workspaceId, { tags: ['lead', 'vip'] });
    const plain = await addContact(workspaceId, { tags: ['lead'] });
    const other = await addContact(workspaceId);
    const jobId = await runJob({ action: 'add_tags', tags: ['vip'], filter: { tag: 'lead' } });

    expect(await jobOf(jobId)).toMatchObject({
      status: 'completed',
      contacts: 2,
      processed: 2,
      changed: 1,
      unchanged: 1,
      skipped: 0,
      failed: 0,
      action: 'add_tags',
      tags: ['vip'],
      filter: { tag: 'lead' },
    });
    expect(await readReport(workspaceId, jobId)).toEqual([
      { contactId: plain, outcome: 'changed', reason: null, message: null },
      { contactId: tagged, outcome: 'unchanged', reason: null, message: null },
    ]);
    expect((await contactOf(plain)).tags).toEqual(['lead', 'vip']);
    expect((await contactOf(other)).tags).toEqual([]);
    expect(await kindsOf(plain)).toEqual(['contact.updated', 'contact.created']);
    expect(await kindsOf(tagged)).toEqual(['contact.created']);
  });

  test('remove_tags changes all contacts of a filter by the removed tag', async () => {
    const ids = await Promise.all(
      Array.from({ length: 120 }, () => addContact(workspaceId, { tags: ['old', 'kept'] })),
    );
    const jobId = await runJob({ action: 'remove_tags', tags: ['old'], filter: { tag: 'old' } });

    expect(await jobOf(jobId)).toMatchObject({ status: 'completed', contacts: 120, changed: 120 });
    for (const id of ids) expect((await contactOf(id)).tags).toEqual(['kept']);
  });

  test('update sets fields, adds custom fields and links a company', async () => {
    const companyId = await addCompany(workspaceId);
    const ids = await Promise.all(
      Array.from({ length: 5 }, () =>
        addContact(workspaceId, { city: 'Bonn', jobTitle: 'CTO', customFields: { plan: 'pro' } }),
      ),
    );
    const fields = { city: 'Oslo', jobTitle: null, companyId, customFields: { seats: 2 } };
    const jobId = await runJob({ action: 'update', fields, contactIds: ids });

    expect(await jobOf(jobId)).toMatchObject({ status: 'completed', changed: 5, fields });
    for (const id of ids) {
      expect(await contactOf(id)).toMatchObject({
        city: 'Oslo',
        jobTitle: null,
        companyId,
        customFields: { plan: 'pro', seats: 2 },
      });
    }
  });

  test('update with a status unsubscribes contacts with the events of a single update', async () => {
    const [active = '', again = ''] = await addContacts(workspaceId, 2);
    const fields = { status: 'unsubscribed' };
    await runJob({ action: 'update', fields, contactIds: [again] });
    const jobId = await runJob({ action: 'update', fields, contactIds: [active, again] });

    expect(await jobOf(jobId)).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await contactOf(active)).status).toBe('unsubscribed');
    expect(await kindsOf(active)).toEqual(['contact.blocklisted', 'contact.updated', 'contact.created']);
  });

  test('delete deletes contacts with many tags, and skips deleted ones', async () => {
    const tags = Array.from({ length: 30 }, (_, tag) => `t${tag}`);
    const ids = await Promise.all(Array.from({ length: 12 }, () => addContact(workspaceId, { tags })));
    const [first = ''] = ids;
    const jobId = await create({ action: 'delete', contactIds: ids });
    await commitNow(workspaceId, await planContactDeletion(connected(), workspaceId, first));
    await finish(jobId);

    expect(await jobOf(jobId)).toMatchObject({ status: 'completed', changed: 11, skipped: 1 });
    expect((await readReport(workspaceId, jobId))[0]).toMatchObject({
      contactId: first,
      outcome: 'skipped',
      reason: 'not_found',
    });
    for (const id of ids) expect(await findContact(connected().table, workspaceId, id)).toBeUndefined();
  });

  test('enrol enrols contacts once and reports the others; remove_from_campaign ends their sequences', async () => {
    const { id: campaignId } = await draftCampaign(workspaceId);
    const blocked = uniqueEmail();
    const suppressed = await addContact(workspaceId, { email: blocked });
    await block(workspaceId, blocked);
    const ids = await addContacts(workspaceId, 110);
    const contactIds = [suppressed, ...ids];
    const jobId = await runJob({ action: 'enrol', campaignId, contactIds });

    expect(await jobOf(jobId)).toMatchObject({ status: 'completed', changed: 110, skipped: 1, campaignId });
    expect((await readReport(workspaceId, jobId))[0]).toMatchObject({ reason: 'suppressed' });
    expect((await readCampaign(workspaceId, campaignId)).stats.contacts).toBe(110);
    const again = await runJob({ action: 'enrol', campaignId, contactIds: ids.slice(0, 3) });
    expect(await readReport(workspaceId, again)).toEqual(
      ids
        .slice(0, 3)
        .map((contactId) => ({ contactId, outcome: 'skipped', reason: 'already_enrolled', message: null })),
    );

    const removal = await runJob({ action: 'remove_from_campaign', campaignId, contactIds });
    expect(await jobOf(removal)).toMatchObject({ status: 'completed', changed: 110, unchanged: 1 });
    for (const id of ids) expect(await executionStatuses(workspaceId, id, [campaignId])).toEqual(['stopped']);
  });

  test('contacts are skipped if the campaign is deleted before they are enrolled', async () => {
    const { id: campaignId } = await draftCampaign(workspaceId);
    const jobId = await create({
      action: 'enrol',
      campaignId,
      contactIds: await addContacts(workspaceId, 3),
    });
    await commitNow(workspaceId, await planCampaignDeletion(connected(), workspaceId, campaignId));
    await finish(jobId);

    expect(await jobOf(jobId)).toMatchObject({ status: 'completed', skipped: 3 });
    expect((await readReport(workspaceId, jobId)).map(({ reason }) => reason)).toEqual(
      Array(3).fill('campaign_deleted'),
    );
  });

  test('a contact that would exceed a limit fails and does not affect the others', async () => {
    const tags = Array.from({ length: 50 }, (_, tag) => `t${tag}`);
    const full = await addContact(workspaceId, { tags });
    const [other = ''] = await addContacts(workspaceId, 1);
    const jobId = await runJob({ action: 'add_tags', tags: ['more'], contactIds: [full, other] });

    expect(await jobOf(jobId)).toMatchObject({ status: 'completed', changed: 1, failed: 1 });
    expect((await readReport(workspaceId, jobId))[0]).toEqual({
      contactId: full,
      outcome: 'failed',
      reason: 'invalid',
      message: 'tags: the contact would have too many',
    });
  });
});

describe('the selection', () => {
  test('contacts that are created after the selection are not changed', async () => {
    await addContacts(workspaceId, 3);
    const jobId = await create({ action: 'add_tags', tags: ['vip'], filter: {} });
    const message = { workspaceId, jobId };
    await consume(run, [message]);
    const late = await addContact(workspaceId);
    await consume(run, [message]);

    expect(await jobOf(jobId)).toMatchObject({ contacts: 3, changed: 3 });
    expect((await contactOf(late)).tags).toEqual([]);
  });

  test('a filter that matches no contact completes the job', async () => {
    const jobId = await runJob({ action: 'add_tags', tags: ['vip'], filter: { tag: 'none' } });

    expect(await jobOf(jobId)).toMatchObject({ status: 'completed', contacts: 0, processed: 0 });
    expect(await readReport(workspaceId, jobId)).toEqual([]);
  });

  test('a job with too many contacts fails before it changes one', async () => {
    const [id = ''] = await addContacts(workspaceId, 1);
    const jobId = await create({ action: 'add_tags', tags: ['vip'], filter: {} });
    const update = jobKey({ workspaceId, id: jobId });
    await connected().table.update({ update, set: { contacts: 50_000 } });
    await finish(jobId);

    expect(await jobOf(jobId)).toMatchObject({
      status: 'failed',
      processed: 0,
      statusReason: { code: 'too_many_contacts' },
    });
    expect((await contactOf(id)).tags).toEqual([]);
  });

  test('searches select the contacts that the list returns', async () => {
    const found = await addContact(workspaceId, { firstName: 'Zoe' });
    const byAddress = await addContact(workspaceId, { email: `zoe.${uniqueEmail()}` });
    await addContact(workspaceId, { firstName: 'Ann' });
    const jobId = await runJob({ action: 'add_tags', tags: ['vip'], filter: { search: 'zoe' } });
    const ids = (await readReport(workspaceId, jobId)).map(({ contactId }) => contactId);

    expect(ids).toEqual([byAddress, found]);
  });
});

describe('the workers', () => {
  test('the queue message of a request starts a job, which is queued until then', async () => {
    const jobId = await create({
      action: 'add_tags',
      tags: ['vip'],
      contactIds: await addContacts(workspaceId, 1),
    });
    expect(await jobOf(jobId)).toMatchObject({ status: 'queued', startedAt: null, contacts: 1 });
    expect(await takeCalls('jobs')).toEqual([{ workspaceId, jobId }]);
    await finish(jobId);

    expect(await jobOf(jobId)).toMatchObject({
      status: 'completed',
      startedAt: expect.any(String),
      endedAt: expect.any(String),
    });
  });

  test('a worker stops in time and sends a message to the next, which resumes', async () => {
    const contactIds = await addContacts(workspaceId, 130);
    const jobId = await create({ action: 'add_tags', tags: ['vip'], contactIds });
    const began = Date.now();
    let calls = 0;
    const slowly = { ...connected(), now: () => began + 3_000 * calls++ };
    const services = { ...slowly, jobs: sqsQueue('jobs') };
    await jobRunner([bulkJobs])(services, { workspaceId, jobId });
    const { status, processed } = await jobOf(jobId);
    expect(status).toBe('running');
    expect(processed).toBeLessThan(130);
    const messages = await takeMessages('jobs');
    expect(messages).toEqual([{ workspaceId, jobId }]);
    expect((await readReport(workspaceId, jobId)).length, 'some contacts').toBeGreaterThan(0);

    await consume(run, messages);
    expect(await jobOf(jobId)).toMatchObject({ status: 'completed', changed: 130 });
  });

  test('the sweeper resumes a job without progress for a minute', async () => {
    const [id = ''] = await addContacts(workspaceId, 1);
    const jobId = await create({ action: 'add_tags', tags: ['vip'], contactIds: [id] });
    await sweep({}, context);
    await takeMessages('jobs');
    await connected().table.update({
      update: jobKey({ workspaceId, id: jobId }),
      set: { gsi3sk: String(Date.now() - 61_000) },
    });
    await sweep({}, context);
    const calls = await takeMessages('jobs');
    expect(calls).toEqual([{ workspaceId, jobId }]);

    await consume(run, [...calls, ...calls]);
    expect(await jobOf(jobId)).toMatchObject({ status: 'completed', changed: 1 });
    await sweep({}, context);
    expect(await takeMessages('jobs')).toEqual([]);
  });

  test('at most two jobs of a workspace run concurrently; the next starts when one ends', async () => {
    const contactIds = await addContacts(workspaceId, 2);
    const jobIds: string[] = [];
    for (let each = 0; each < 5; each++)
      jobIds.push(await create({ action: 'add_tags', tags: [`t${each}`], contactIds }));
    const [third = '', fourth = '', fifth = ''] = jobIds.slice(2);
    await consume(
      run,
      [fifth, fourth, third].map((jobId) => ({ workspaceId, jobId })),
    );
    expect((await jobOf(third)).status).toBe('queued');

    await finish(jobIds[0] ?? '');
    await finish(jobIds[1] ?? '');
    const statuses = await Promise.all(jobIds.map(async (id) => (await jobOf(id)).status));
    expect(statuses).toEqual(jobIds.map(() => 'completed'));
  });

  test('a cancelled job changes no further contact and reports the others as skipped', async () => {
    const contactIds = await addContacts(workspaceId, 250);
    const jobId = await create({ action: 'add_tags', tags: ['vip'], contactIds });
    const cancelAfter = { chunks: 5 };
    const { table } = connected();
    const transact: Table['transact'] = async (writes) => {
      await table.transact(writes);
      cancelAfter.chunks -= 1;
      if (cancelAfter.chunks !== 0) return;
      const cancelled = await commitNow(workspaceId, await planCancellation(connected(), workspaceId, jobId));
      expect(cancelled.status).toBe('cancelling');
    };
    const services = { ...connected(), table: { ...table, transact }, jobs: sqsQueue('jobs') };
    await jobRunner([bulkJobs])(services, { workspaceId, jobId });

    const { changed, ...job } = await jobOf(jobId);
    expect(job).toMatchObject({ status: 'cancelled', processed: 250, skipped: 250 - changed });
    expect(changed).toBeGreaterThan(100);
    const report = await readReport(workspaceId, jobId);
    expect(report.map(({ contactId }) => contactId)).toEqual(contactIds);
    expect(report.filter(({ reason }) => reason === 'cancelled')).toHaveLength(250 - changed);
  });

  test('a job that is cancelled while it waits ends without a change', async () => {
    const contactIds = await addContacts(workspaceId, 1);
    await create({ action: 'add_tags', tags: ['a'], contactIds });
    await create({ action: 'add_tags', tags: ['b'], contactIds });
    const jobId = await create({ action: 'add_tags', tags: ['c'], filter: {} });
    await commitNow(workspaceId, await planCancellation(connected(), workspaceId, jobId));
    await finish(jobId);

    expect(await jobOf(jobId)).toMatchObject({ status: 'cancelled', contacts: 0, processed: 0 });
  });

  test('both changes are kept if two jobs change the same contacts concurrently', async () => {
    const contactIds = await addContacts(workspaceId, 60);
    const jobIds = [
      await create({ action: 'add_tags', tags: ['one'], contactIds }),
      await create({ action: 'add_tags', tags: ['two'], contactIds: contactIds.toReversed() }),
    ];
    await consume(
      run,
      jobIds.map((jobId) => ({ workspaceId, jobId })),
    );

    for (const id of jobIds) expect(await jobOf(id)).toMatchObject({ status: 'completed', changed: 60 });
    for (const id of contactIds) expect((await contactOf(id)).tags.toSorted()).toEqual(['one', 'two']);
  });

  test('a message for an unknown job has no effect', async () => {
    expect(await consume(run, [{ workspaceId, jobId: newId('bjb', Date.now()) }])).toEqual([]);
  });
});
