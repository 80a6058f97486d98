import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { planCampaignDeletion } from '#lib/campaigns/definition/delete.ts';
import { getContact } from '#lib/contacts/contacts.ts';
import { importJobs } from '#lib/contacts/import/description.ts';
import { getImport } from '#lib/contacts/import/read.ts';
import { readAddressClaim } from '#lib/contacts/stored.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { jobKey } from '#lib/jobs/items.ts';
import { jobRunner } from '#lib/jobs/run.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as runImport } from '../../../functions/jobs/run.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import {
  addCompany,
  addContact,
  block,
  commitNow,
  draftCampaign,
  readCampaign,
  uniqueEmail,
} from '../../api/support/seed.ts';
import { acceptImport, type SmallImport } from '../../support/accepted-import.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls, takeJobs } from '../support/activity.ts';
import { consume, context } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

let workspaceId: string;
const rowsOf = (count: number, more: Record<string, unknown> = {}) =>
  Array.from({ length: count }, () => ({ email: uniqueEmail(), ...more }));
const find = async (email: string) => {
  const claim = await readAddressClaim(connected().table, workspaceId, email);

  return claim?.contactId === undefined ? undefined : getContact(connected(), workspaceId, claim.contactId);
};
const reportOf = (importId: string) => getImport(connected(), workspaceId, importId);
const eventsOf = async (contactId: string) =>
  (await listActivity(connected(), workspaceId, { contactId, limit: 100 })).data;

/** Runs workers until the queue is empty. @returns the id of the import */
async function importAll(file: SmallImport): Promise<string> {
  const importId = await acceptImport(connected(), workspaceId, file);
  for (
    let calls: unknown[] = [{ workspaceId, jobId: importId }];
    calls.length > 0;
    calls = await takeMessages('jobs')
  ) {
    expect(await consume(runImport, calls)).toEqual([]);
  }

  return importId;
}

beforeAll(() => useOwnResources());
beforeEach(async () => {
  workspaceId = newId('wsp', Date.now());
  await takeCalls('jobs');
});

describe('an import', () => {
  test('creates a contact per row, page by page, and the report shows the progress', async () => {
    const rows = rowsOf(160, { firstName: 'Ann' });
    const importId = await acceptImport(connected(), workspaceId, { rows });
    expect(await reportOf(importId)).toMatchObject({ status: 'running', rowsInFile: 160, total: 0 });

    const began = Date.now();
    let looks = 0;
    const slowly = { ...connected(), now: () => began + 3_000 * looks++ };
    await jobRunner([importJobs])({ ...slowly, jobs: sqsQueue('jobs') }, { workspaceId, jobId: importId });
    const { status, total } = await reportOf(importId);
    expect(status).toBe('running');
    expect(total % 30, 'complete pages').toBe(0);
    expect(total).toBeGreaterThan(0);
    const messages = await takeMessages('jobs');
    expect(messages).toEqual([{ workspaceId, jobId: importId }]);

    await consume(runImport, messages);
    expect(await reportOf(importId)).toMatchObject({
      status: 'completed',
      total: 160,
      created: 160,
      failed: 0,
    });
    for (const { email } of rows)
      expect(await find(email)).toMatchObject({ firstName: 'Ann', source: 'import' });
  });

  test('skips an existing contact, or updates it with the row if requested', async () => {
    const email = uniqueEmail();
    const id = await addContact(workspaceId, {
      email,
      firstName: 'Ann',
      city: 'Bonn',
      tags: ['vip'],
      customFields: { plan: 'pro', seats: '2' },
    });
    const row = { email: email.toUpperCase(), city: 'Berlin', tags: ['lead'], customFields: { plan: 'max' } };

    const skipping = await importAll({ rows: [row] });
    expect(await reportOf(skipping)).toMatchObject({ total: 1, skipped: 1, updated: 0 });
    expect((await getContact(connected(), workspaceId, id)).city).toBe('Bonn');

    const updating = await importAll({ rows: [row, ...rowsOf(2)], onDuplicate: 'update' });
    expect(await reportOf(updating)).toMatchObject({ total: 3, created: 2, updated: 1, skipped: 0 });
    expect(await getContact(connected(), workspaceId, id)).toMatchObject({
      email,
      firstName: 'Ann',
      city: 'Berlin',
      tags: ['vip', 'lead'],
      source: 'api',
      customFields: { plan: 'max', seats: '2' },
    });
    const [event] = await eventsOf(id);
    expect(event).toMatchObject({
      type: 'contact.updated',
      metadata: { changedFields: ['city', 'tags', 'customFields'] },
    });

    const again = await importAll({ rows: [row], onDuplicate: 'update' });
    expect(await reportOf(again)).toMatchObject({ total: 1, updated: 0, skipped: 1 });
    expect(await eventsOf(id)).toHaveLength(2);
  });

  test('links an existing contact to the named company, which is created once', async () => {
    const [known, other] = [uniqueEmail(), uniqueEmail()];
    const companyId = await addCompany(workspaceId, { name: 'Before' });
    const ids = [
      await addContact(workspaceId, { email: known, companyId }),
      await addContact(workspaceId, { email: other, companyId }),
    ];
    await importAll({
      rows: [
        { email: known, companyName: 'After' },
        { email: other, city: 'Bonn' },
        ...rowsOf(40, { companyName: 'after' }),
      ],
      onDuplicate: 'update',
    });
    const [moved, stayed] = await Promise.all(ids.map((id) => getContact(connected(), workspaceId, id)));

    expect(stayed?.companyId).toBe(companyId);
    expect(moved?.companyId).not.toBe(companyId);
  });

  test('a row that would exceed the limits of a contact fails and does not affect other rows', async () => {
    const email = uniqueEmail();
    const tags = Array.from({ length: 50 }, (_, tag) => `t${tag}`);
    await addContact(workspaceId, { email, tags });
    const importId = await importAll({
      rows: [...rowsOf(40), { email, tags: ['one more'] }],
      onDuplicate: 'update',
    });

    expect(await reportOf(importId)).toMatchObject({
      total: 41,
      created: 40,
      updated: 0,
      failed: 1,
      errorsTruncated: false,
      errors: [{ row: 41, email, field: 'tags' }],
    });
    expect((await find(email))?.tags).toEqual(tags);
  });

  test('keeps both changes if a contact is updated concurrently', async () => {
    const rows = rowsOf(20).map(({ email }) => ({ email, city: 'Berlin' }));
    const ids = await Promise.all(rows.map(({ email }) => addContact(workspaceId, { email })));
    const patch = async (id: string): Promise<unknown> =>
      commitNow(
        workspaceId,
        await planContactUpdate(connected(), workspaceId, id, { firstName: 'Ann' }),
      ).catch(() => patch(id));
    const [importId] = await Promise.all([importAll({ rows, onDuplicate: 'update' }), ...ids.map(patch)]);

    expect(await reportOf(importId)).toMatchObject({ total: 20, updated: 20 });
    for (const id of ids) {
      expect(await getContact(connected(), workspaceId, id)).toMatchObject({
        firstName: 'Ann',
        city: 'Berlin',
      });
    }
  });

  test('enrols each contact of the file once and reports contacts that cannot be enrolled', async () => {
    const blocked = uniqueEmail();
    await block(workspaceId, blocked);
    const known = rowsOf(2);
    for (const contact of known) await addContact(workspaceId, contact);
    const { id: campaignId } = await draftCampaign(workspaceId);
    const importId = await importAll({ rows: [{ email: blocked }, ...known, ...rowsOf(70)], campaignId });

    expect(await reportOf(importId)).toMatchObject({
      total: 73,
      created: 71,
      skipped: 2,
      enrolled: 72,
      notEnrolledTruncated: false,
      notEnrolled: [{ reason: 'suppressed' }],
    });
    expect(await takeJobs()).toHaveLength(3);
    expect((await readCampaign(workspaceId, campaignId)).stats.contacts).toBe(72);
  });

  test('reports contacts that are not enrolled because the campaign was deleted before', async () => {
    const { id: campaignId } = await draftCampaign(workspaceId);
    const importId = await acceptImport(connected(), workspaceId, { rows: rowsOf(50), campaignId });
    await commitNow(workspaceId, await planCampaignDeletion(connected(), workspaceId, campaignId));
    await consume(runImport, [{ workspaceId, jobId: importId }]);

    const { notEnrolled, ...report } = await reportOf(importId);
    expect(report).toMatchObject({ status: 'completed', created: 50, enrolled: 0 });
    expect(notEnrolled.map(({ reason }) => reason)).toEqual(Array(50).fill('campaign_deleted'));
  });

  test('the sweeper resumes an import without progress for a minute', async () => {
    const importId = await acceptImport(connected(), workspaceId, { rows: rowsOf(40) });
    const message = { workspaceId, jobId: importId };
    await sweep({}, context);
    expect(await takeMessages('jobs')).not.toContainEqual(message);
    await connected().table.update({
      update: jobKey({ workspaceId, id: importId }),
      set: { gsi3sk: String(Date.now() - 61_000) },
    });
    await sweep({}, context);
    expect(await takeMessages('jobs')).toContainEqual(message);

    await consume(runImport, [message, message]);
    expect(await reportOf(importId)).toMatchObject({ status: 'completed', created: 40 });
    await sweep({}, context);
    expect(await takeMessages('jobs')).not.toContainEqual(message);
  });

  test('at most two imports of a workspace run concurrently; the next starts when one ends', async () => {
    const importIds: string[] = [];
    for (let each = 0; each < 5; each++)
      importIds.push(await acceptImport(connected(), workspaceId, { rows: rowsOf(4), pageRows: 1 }));
    const [first = '', , third = ''] = importIds;
    await consume(runImport, [{ workspaceId, jobId: third }]);
    expect(await reportOf(third)).toMatchObject({ status: 'running', total: 0 });

    const messages: unknown[] = [{ workspaceId, jobId: first }];
    for (let calls = messages; calls.length > 0; calls = await takeMessages('jobs')) {
      expect(await consume(runImport, calls)).toEqual([]);
    }
    const statuses = await Promise.all(importIds.map(async (id) => (await reportOf(id)).status));
    expect(statuses).toEqual(importIds.map(() => 'completed'));
  });
});
