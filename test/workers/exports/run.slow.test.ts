import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { listRecipients } from '#lib/campaigns/recipients/list.ts';
import { listContacts } from '#lib/contacts/list.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { planExportDeletion } from '#lib/exports/delete.ts';
import type { Page } from '#lib/http/page.ts';
import { listReplies } from '#lib/replies/list.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as run } from '../../../functions/exports/run.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import { addReply } from '../../api/support/replies.ts';
import { addContact, addContacts, addExport, commitNow, draftCampaign } from '../../api/support/seed.ts';
import {
  afterLease,
  downloadExport,
  fileKeysOf,
  readExport,
  unfinishedUploadsOf,
  writeExport,
} from '../../support/exported-files.ts';
import { connected } from '../../support/stack.ts';
import { setClock } from '../support/clock.ts';
import { consume, context } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

let workspaceId: string;

/** Creates an export and runs it. @returns its id */
async function exportList(input: Record<string, unknown>): Promise<string> {
  const exportId = await addExport(workspaceId, input);
  expect(await consume(run, [{ workspaceId, exportId }])).toEqual([]);

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

/** A clock that moves with each reading. */
function ticking(stepMs: number): Pick<Services, 'now'> {
  let now = Date.now();

  return { now: () => (now += stepMs) };
}

/** A table that calls `after` after each single update: the begin of an attempt and each renewal of its lease. */
function withUpdates(after: () => Promise<void>): Table {
  const { table } = connected();

  return {
    ...table,
    update: async (update) => {
      const item = await table.update(update).catch((error: unknown) => error);
      await after();
      if (item instanceof Error) throw item;

      return item as Item;
    },
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
      '\ufeffid,email,firstName,lastName,jobTitle,phone,linkedinUrl,website,city,country,timezone,tags,customFields,companyId,status,source,lastContactedAt,lastRepliedAt,unsubscribedAt,bouncedAt,createdAt,updatedAt,externalId',
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

  test('an export with more rows than a worker can read in its time fails with the number of its rows', async () => {
    await addContacts(workspaceId, 120);
    const exportId = await addExport(workspaceId, { type: 'contacts', format: 'csv' });
    await writeExport(workspaceId, exportId, { readMsMax: 0 });

    expect(await readExport(workspaceId, exportId)).toMatchObject({
      status: 'failed',
      statusReason: { code: 'too_large', message: expect.stringContaining('99 rows') },
      downloadUrl: null,
    });
    expect(await fileKeysOf(workspaceId)).toEqual([]);
  });

  test('shows its progress while it is written', async () => {
    await addContacts(workspaceId, 120);
    const exportId = await addExport(workspaceId, { type: 'contacts', format: 'csv' });
    const progress: unknown[] = [];
    await writeExport(workspaceId, exportId, {
      ...ticking(11_000),
      table: withUpdates(async () => void progress.push((await readExport(workspaceId, exportId)).rows)),
    });

    expect(progress).toEqual([0, 99, 120]);
    expect(await readExport(workspaceId, exportId)).toMatchObject({ status: 'completed', rows: 120 });
  });

  test('a worker stops if its export is deleted, and leaves no file or upload', async () => {
    for (let each = 0; each < 120; each++) await addContact(workspaceId, { customFields: largeFields() });
    const exportId = await addExport(workspaceId, { type: 'contacts', format: 'ndjson' });
    let updates = 0;
    await writeExport(workspaceId, exportId, {
      ...ticking(11_000),
      table: withUpdates(async () => {
        updates += 1;
        if (updates === 2)
          await commitNow(workspaceId, await planExportDeletion(connected(), workspaceId, exportId));
      }),
    });
    await consume(run, [{ workspaceId, exportId }]);

    expect(updates).toBe(3);
    expect(await fileKeysOf(workspaceId)).toEqual([]);
    expect(await unfinishedUploadsOf(workspaceId)).toEqual([]);
  }, 60_000);

  test('a deleted export keeps its place until its worker has stopped, and a file that is completed then is deleted', async () => {
    await addContact(workspaceId);
    const exportId = await addExport(workspaceId, { type: 'contacts', format: 'csv' });
    await addExport(workspaceId);
    const { table } = connected();
    let isDeleted = false;
    await writeExport(workspaceId, exportId, {
      table: {
        ...table,
        transact: async (writes) => {
          if (!isDeleted) {
            isDeleted = true;
            await commitNow(workspaceId, await planExportDeletion(connected(), workspaceId, exportId));
            await consume(run, [{ workspaceId, exportId }]);
            await expect(addExport(workspaceId)).rejects.toThrow('at most 2 unfinished exports');
          }
          await table.transact(writes);
        },
      },
    });

    expect(await fileKeysOf(workspaceId)).toEqual([]);
    await addExport(workspaceId);
  });

  test('the place of a deleted export is free after the lease of a worker that crashed', async () => {
    const exportId = await addExport(workspaceId);
    await addExport(workspaceId);
    const crash = { ...connected().table, query: () => Promise.reject(new Error('crash')) };
    await expect(writeExport(workspaceId, exportId, { table: crash })).rejects.toThrow('crash');
    await commitNow(workspaceId, await planExportDeletion(connected(), workspaceId, exportId));
    await consume(run, [{ workspaceId, exportId }]);
    await expect(addExport(workspaceId)).rejects.toThrow('at most 2 unfinished exports');
    setClock(afterLease());
    await consume(run, [{ workspaceId, exportId }]);

    await addExport(workspaceId);
  });

  test('a worker that lost its lease does not change the file or the export of the next worker', async () => {
    await addContacts(workspaceId, 3);
    const exportId = await addExport(workspaceId, { type: 'contacts', format: 'ndjson' });
    const { table } = connected();
    await writeExport(workspaceId, exportId, {
      table: {
        ...table,
        transact: async (writes) => {
          await addContact(workspaceId);
          await writeExport(workspaceId, exportId, { now: afterLease });
          await table.transact(writes);
        },
      },
    });

    const file = await downloadExport(workspaceId, exportId);
    expect(await readExport(workspaceId, exportId)).toMatchObject({
      status: 'completed',
      rows: 4,
      bytes: file.length,
    });
  });

  test('of two workers that run one export at the same time, the file of one is complete', async () => {
    const ids = await addContacts(workspaceId, 250);
    const exportId = await addExport(workspaceId, { type: 'contacts', format: 'ndjson' });
    const message = { workspaceId, exportId };
    await Promise.all([consume(run, [message]), consume(run, [message]), consume(run, [message])]);
    const lines = (await downloadExport(workspaceId, exportId)).toString().split('\n').slice(0, -1);

    expect(lines.map((line) => JSON.parse(line).id).sort()).toEqual(ids.sort());
  });

  test('an export with three crashed workers ends as failed and gives its place free', async () => {
    const exportId = await addExport(workspaceId, { type: 'contacts', format: 'csv', filter: { tag: 'x' } });
    const { table } = connected();
    await table.update({ update: { pk: `W#${workspaceId}#EXPORTS`, sk: exportId }, set: { attempts: 3 } });
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
    await takeMessages('exports');
    setClock(Date.now() + 61_000);
    await sweep({}, context);

    expect(await takeMessages('exports')).toContainEqual({ workspaceId, exportId });
  });

  test('the sweeper resumes an export after the lease of a crashed worker, not before', async () => {
    const start = Date.now();
    const exportId = await addExport(workspaceId);
    setClock(start + 61_000);
    await sweep({}, context);
    await takeMessages('exports');
    const crash = { ...connected().table, query: () => Promise.reject(new Error('crash')) };
    await expect(writeExport(workspaceId, exportId, { table: crash })).rejects.toThrow('crash');
    setClock(start + 240_000);
    await sweep({}, context);
    expect(await takeMessages('exports')).not.toContainEqual({ workspaceId, exportId });
    setClock(start + 302_000);
    await sweep({}, context);

    expect(await takeMessages('exports')).toContainEqual({ workspaceId, exportId });
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
