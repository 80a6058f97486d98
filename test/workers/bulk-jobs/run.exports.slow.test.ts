import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { exportCleaner, exportWriter } from '#lib/bucket/bucket.ts';
import { listRecipients } from '#lib/campaigns/recipients/list.ts';
import { listContacts } from '#lib/contacts/list.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { planExportDeletion } from '#lib/exports/delete.ts';
import type { ExportMessage } from '#lib/exports/message.ts';
import { runExport } from '#lib/exports/run-export.ts';
import type { Page } from '#lib/http/page.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { listReplies } from '#lib/replies/list.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as run } from '../../../functions/bulk-jobs/run.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import { addReply } from '../../api/support/replies.ts';
import { addContact, addContacts, addExport, commitNow, draftCampaign } from '../../api/support/seed.ts';
import { downloadExport, fileKeysOf, readExport } from '../../support/exported-files.ts';
import { connected } from '../../support/stack.ts';
import { setClock } from '../support/clock.ts';
import { consume, context } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

let workspaceId: string;

/** Creates an export and runs it to its end, with all its messages. @returns its id */
async function exportList(input: Record<string, unknown>): Promise<string> {
  const exportId = await addExport(workspaceId, input);
  for (let messages: unknown[] = [{ workspaceId, exportId }]; messages.length > 0; ) {
    expect(await consume(run, messages)).toEqual([]);
    messages = await takeMessages('bulkjobs');
  }

  return exportId;
}

async function exportText(input: Record<string, unknown>): Promise<string> {
  return (await downloadExport(workspaceId, await exportList(input))).toString();
}

/** The cells of a CSV file, read by another library. */
const readCsv = (file: string | Buffer): Record<string, string>[] =>
  parse(file, { columns: true, bom: true });

const exportRows = async (input: Record<string, unknown>) =>
  readCsv(await exportText({ format: 'csv', ...input }));

const exportLines = async (input: Record<string, unknown>): Promise<unknown[]> =>
  (await exportText({ format: 'ndjson', ...input }))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** All elements of a list, page by page, as an API client reads them. */
async function readAll<Element>(
  readPage: (request: { limit: number; cursor?: string }) => Promise<Page<Element>>,
): Promise<Element[]> {
  const elements: Element[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await readPage({ limit: 7, ...(cursor !== undefined && { cursor }) });
    elements.push(...page.data);
    if (page.nextCursor === null) return elements;
    cursor = page.nextCursor;
  }
}

/** As an API client sees them: without undefined fields. */
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

/** The services of a worker with time for one page. */
function workerWithTimeForOnePage() {
  let now = Date.now();
  const services = connected();

  return {
    ...services,
    now: () => {
      now += 31_000;

      return now;
    },
    vault: kmsVault(services),
    files: exportWriter(),
    cleaner: exportCleaner(),
    bulkjobs: sqsQueue<ExportMessage>('bulkjobs'),
  };
}

/** Custom fields of about 50 KB. */
const largeFields = () =>
  Object.fromEntries(Array.from({ length: 50 }, (_, field) => [`field${field}`, 'æ'.repeat(500)]));

beforeAll(() => useOwnResources());
beforeEach(() => {
  workspaceId = newId('wsp', Date.now());
});

describe('a CSV file', () => {
  test('has a byte order mark, a header line and CRLF line breaks', async () => {
    const email = `ada-${Date.now()}@example.com`;
    await addContact(workspaceId, { email, firstName: 'Ada' });
    const text = await exportText({ type: 'contacts', format: 'csv' });
    const [header = '', row = '', end] = text.split('\r\n');

    expect(header).toBe(
      '\ufeffid,email,firstName,lastName,jobTitle,phone,linkedinUrl,website,city,country,timezone,tags,customFields,companyId,status,source,lastContactedAt,lastRepliedAt,unsubscribedAt,bouncedAt,createdAt,updatedAt',
    );
    expect(row).toMatch(new RegExp(`^con_\\w+,${email},Ada,,,`));
    expect(end).toBe('');
  });

  test('has only its header line if the list is empty', async () => {
    const text = await exportText({ type: 'replies', format: 'csv' });

    expect(text).toMatch(/^\ufeffid,.*\r\n$/);
  });

  test('keeps commas, quotes, spaces and other scripts; line breaks only in JSON', async () => {
    const firstName = 'A "quoted", name';
    const lastName = 'Ærø 中文 😀';
    const customFields = { note: 'first line\r\nsecond; line\n"third"', count: 7, isVip: true };
    await addContact(workspaceId, { firstName, lastName, tags: ['a,b', 'c'], customFields });
    const [row] = await exportRows({ type: 'contacts', customFields: ['note', 'count', 'missing'] });

    expect(row).toMatchObject({ firstName, lastName, tags: '["a,b","c"]' });
    expect(JSON.parse(row?.['customFields'] ?? '')).toEqual(customFields);
    expect(row?.['customFields.note']).toBe('first line second; line "third"');
    expect(row?.['customFields.count']).toBe('7');
    expect(row?.['customFields.missing']).toBe('');
  });

  test.each([
    ...['=1+1', '+47 123', '-2', '@SUM(A1)', '＝1', '=cmd|\' /C calc\'!A0,"x"'].map((text) => [
      text,
      `'${text}`,
    ]),
    ['\t=x', "'=x"],
    ['Re: s;=cmd|A0;\r\n=cmd|A1', "Re: s;'=cmd|A0;' =cmd|A1"],
  ])(
    'neutralises a cell that begins like a formula, or has one after a semicolon: %j',
    async (text, cell) => {
      await addContact(workspaceId, { customFields: { text } });
      const [row] = await exportRows({ type: 'contacts', customFields: ['text'] });

      expect(row?.['customFields.text']).toBe(cell);
    },
  );

  test('does not change negative numbers, and texts with such characters further on', async () => {
    await addContact(workspaceId, { city: 'Stratford-upon-Avon', customFields: { balance: -12.5 } });
    const [row] = await exportRows({ type: 'contacts', customFields: ['balance'] });

    expect(row).toMatchObject({ city: 'Stratford-upon-Avon', 'customFields.balance': '-12.5' });
  });

  test('has the columns of the execution if contacts are filtered by campaign', async () => {
    const { id: campaignId } = await draftCampaign(workspaceId);
    const contactId = await addContact(workspaceId, { campaignIds: [campaignId] });
    const [row] = await exportRows({ type: 'contacts', filter: { campaignId } });

    expect(row).toMatchObject({ id: contactId, 'execution.campaignId': campaignId });
  });
});

describe('an export has the elements of its list, once each and in the same order', () => {
  test('contacts', async () => {
    await addContacts(workspaceId, 120);
    for (const tag of ['x', 'y', 'x']) await addContact(workspaceId, { tags: [tag] });
    const all = await readAll((page) => listContacts(connected(), workspaceId, page));
    const tagged = await readAll((page) => listContacts(connected(), workspaceId, { ...page, tag: 'x' }));

    expect(await exportLines({ type: 'contacts' })).toEqual(asJson(all));
    expect(await exportLines({ type: 'contacts', filter: { tag: 'x' } })).toEqual(asJson(tagged));
    expect((await exportRows({ type: 'contacts' })).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test('recipients', async () => {
    const { id: campaignId } = await draftCampaign(workspaceId);
    for (let each = 0; each < 12; each++) await addContact(workspaceId, { campaignIds: [campaignId] });
    const all = await readAll((page) => listRecipients(connected(), workspaceId, campaignId, page));

    expect(all).toHaveLength(12);
    expect(await exportLines({ type: 'recipients', campaignId })).toEqual(asJson(all));
    expect(
      (await exportRows({ type: 'recipients', campaignId })).map((row) => [
        row['contactId'],
        row['execution.status'],
      ]),
    ).toEqual(all.map(({ contactId, execution }) => [contactId, execution.status]));
    expect(await exportLines({ type: 'recipients', campaignId, filter: { status: 'replied' } })).toEqual([]);
  });

  test('activity', async () => {
    await addContacts(workspaceId, 15);
    const all = await readAll((page) => listActivity(connected(), workspaceId, page));

    expect(all).toHaveLength(15);
    expect(await exportLines({ type: 'activity' })).toEqual(asJson(all));
    expect((await exportRows({ type: 'activity' })).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(await exportLines({ type: 'activity', filter: { type: ['email.sent'] } })).toEqual([]);
  });

  test('replies', async () => {
    for (const subject of ['one', 'two', 'three']) await addReply(workspaceId, { content: { subject } });
    const services = { ...connected(), vault: kmsVault(connected()) };
    const all = await readAll((page) => listReplies(services, workspaceId, page));

    expect(all).toHaveLength(3);
    expect(await exportLines({ type: 'replies' })).toEqual(asJson(all));
    expect(await exportLines({ type: 'replies', filter: { isRead: true } })).toEqual([]);
  });
});

describe('progress', () => {
  test('a file of several parts has each contact once', async () => {
    const ids: string[] = [];
    for (let each = 0; each < 260; each++)
      ids.push(await addContact(workspaceId, { customFields: largeFields() }));
    const exportId = await exportList({ type: 'contacts', format: 'ndjson' });
    const file = await downloadExport(workspaceId, exportId);
    const lines = file.toString().split('\n').slice(0, -1);

    expect(file.length).toBeGreaterThan(10 * 1024 * 1024);
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids.toReversed());
    expect(await readExport(workspaceId, exportId)).toMatchObject({
      status: 'completed',
      rows: 260,
      bytes: file.length,
      statusReason: null,
    });
  }, 120_000);

  test('an export has each contact once, even if its workers have time for one page', async () => {
    const ids = await addContacts(workspaceId, 250);
    const exportId = await addExport(workspaceId, { type: 'contacts', format: 'csv' });
    let chunks = 0;
    do {
      const { rows } = await readExport(workspaceId, exportId);
      expect(rows).toBe(99 * chunks);
      await runExport(workerWithTimeForOnePage(), { workspaceId, exportId });
      chunks += 1;
    } while ((await readExport(workspaceId, exportId)).status === 'running');
    const rows = readCsv(await downloadExport(workspaceId, exportId));

    expect(chunks).toBe(3);
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  test('of two workers that run one export at the same time, the file of one is complete', async () => {
    const ids = await addContacts(workspaceId, 250);
    const exportId = await addExport(workspaceId, { type: 'contacts', format: 'ndjson' });
    const message = { workspaceId, exportId };
    await Promise.all([consume(run, [message]), consume(run, [message]), consume(run, [message])]);
    const lines = (await downloadExport(workspaceId, exportId)).toString().split('\n').slice(0, -1);

    expect(lines.map((line) => JSON.parse(line).id).sort()).toEqual(ids.sort());
  });

  test('an export that fails five times ends as failed and gives its place free', async () => {
    const exportId = await addExport(workspaceId, { type: 'contacts', format: 'csv', filter: { tag: 'x' } });
    const { table } = connected();
    await table.update({
      update: { pk: `W#${workspaceId}#EXPORTS`, sk: exportId },
      set: { tries: 5, cursor: 'damaged' },
    });
    await consume(run, [{ workspaceId, exportId }]);

    expect(await readExport(workspaceId, exportId)).toMatchObject({
      status: 'failed',
      statusReason: { code: 'interrupted' },
      downloadUrl: null,
      expiresAt: null,
    });
    await addExport(workspaceId);
    await addExport(workspaceId);
  });

  test('an export of recipients fails if the campaign was deleted', async () => {
    const { id: campaignId } = await draftCampaign(workspaceId);
    const exportId = await addExport(workspaceId, { type: 'recipients', format: 'csv', campaignId });
    await connected().table.update({
      update: { pk: `W#${workspaceId}#EXPORTS`, sk: exportId },
      set: { campaignId: newId('cmp', Date.now()) },
    });
    await consume(run, [{ workspaceId, exportId }]);

    expect(await readExport(workspaceId, exportId)).toMatchObject({
      statusReason: { code: 'campaign_deleted' },
    });
  });

  test('a lost queue message only delays an export', async () => {
    const exportId = await addExport(workspaceId);
    await takeMessages('bulkjobs');
    setClock(Date.now() + 121_000);
    await sweep({}, context);

    expect(await takeMessages('bulkjobs')).toContainEqual({ workspaceId, exportId });
  });
});

test('a deleted export loses its files and its item', async () => {
  await addContact(workspaceId);
  const exportId = await exportList({ type: 'contacts', format: 'csv' });
  expect(await fileKeysOf(workspaceId)).toHaveLength(1);
  await commitNow(workspaceId, await planExportDeletion(connected(), workspaceId, exportId));
  await consume(run, [{ workspaceId, exportId }]);

  expect(await fileKeysOf(workspaceId)).toEqual([]);
  await expect(readExport(workspaceId, exportId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
