import { beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { getImport as readImport } from '#lib/contacts/import/read.ts';
import { handler as getImport } from '../../../functions/contacts/get-import.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCompany, addContact, block } from '../support/seed.ts';
import { walkPages } from '../support/walk.ts';

let workspace: Workspace;
const upload = (
  body: string,
  options: { query?: Record<string, string>; headers?: Record<string, string> } = {},
) =>
  call(importContacts, {
    method: 'POST',
    path: '/contacts/import',
    apiKey: workspace.apiKey,
    body,
    ...(options.query && { query: options.query }),
    headers: { 'Content-Type': 'text/csv', ...options.headers },
  });
const find = async (email: string) =>
  (await call(list, { method: 'GET', path: '/contacts', apiKey: workspace.apiKey, query: { email } })).body
    .data[0];
const countContacts = async () =>
  (await walkPages(list, { path: '/contacts', apiKey: workspace.apiKey, limit: 100 })).flat().length;
const rows = (count: number) =>
  Array.from({ length: count }, (_, row) => `row${row}@example.com,Name ${row}`);

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('creates a contact per row, with known columns as fields and others as custom fields', async () => {
    const { status, body } = await upload('E-Mail;First Name;Plan\nann@example.com;Ann;pro\n', {
      query: { tags: 'lead, spring' },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'completed', total: 1, created: 1, failed: 0, errors: [] });
    expect(await find('ann@example.com')).toMatchObject({
      firstName: 'Ann',
      tags: ['lead', 'spring'],
      customFields: { plan: 'pro' },
      source: 'import',
    });
  });

  test('reports every row as created, skipped, duplicate or failed; a failed row does not affect others', async () => {
    await addContact(workspace.workspaceId, { email: 'known@example.com' });
    const { body } = await upload(
      [
        'email,first name',
        'new@example.com,New',
        'KNOWN@example.com,Known',
        'new@EXAMPLE.com,Again',
        'not an address,Bob',
        `long@example.com,${'x'.repeat(101)}`,
        'last@example.com,Last',
      ].join('\r\n'),
    );

    expect(body).toMatchObject({ total: 6, created: 3, skipped: 1, duplicatesInFile: 1, failed: 1 });
    expect(body.errors).toEqual([
      { row: 5, email: 'not an address', field: 'email', reason: 'must be one email address' },
    ]);
    expect(body.warnings).toEqual(['Column «first name»: 1 value was too long and cut.']);
    expect(await find('last@example.com')).toMatchObject({ firstName: 'Last' });
    expect(await find('long@example.com')).toMatchObject({ firstName: 'x'.repeat(100) });
  });

  test('imports a file of many chunks completely; a second import changes nothing', async () => {
    const file = ['email,first name', ...rows(150)].join('\n');
    const before = await countContacts();

    expect((await upload(file)).body).toMatchObject({ total: 150, created: 150, skipped: 0 });
    expect(await countContacts()).toBe(before + 150);
    expect((await upload(file)).body).toMatchObject({ total: 150, created: 0, skipped: 150 });
    expect(await countContacts()).toBe(before + 150);
  });

  test('imports more suppressed contacts, each with its own entry, than one transaction can write', async () => {
    workspace = await newWorkspace();
    const addresses = rows(48).map((row) => row.split(',')[0] ?? '');
    for (const address of addresses) await block(workspace.workspaceId, address);
    const { body } = await upload(['email', ...addresses].join('\n'));
    const { data } = await listActivity(connected(), workspace.workspaceId, {
      type: ['contact.blocklisted'],
      limit: 100,
    });

    expect(body).toMatchObject({ total: 48, created: 48, failed: 0 });
    expect(data).toHaveLength(48);
  });

  test('two concurrent imports of one file create each contact once, and their reports add up', async () => {
    workspace = await newWorkspace();
    const file = ['email,first name', ...rows(100)].join('\n');
    const reports = (await Promise.all([upload(file), upload(file)])).map(({ body }) => body);

    expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(100);
    for (const { created, skipped } of reports) expect(created + skipped).toBe(100);
    expect(await countContacts()).toBe(100);
  });

  test('creates a company of several rows once, even across chunks, and links known domains without a name', async () => {
    const known = await addCompany(workspace.workspaceId, { name: 'Known', domain: 'known.example' });
    const lines = Array.from({ length: 60 }, (_, row) => `made${row}@made.example,Made Ltd,a;b;c`);
    const file = ['email,company,tags', ...lines, 'ann@known.example,,', 'bob@gmail.com,,'].join('\n');

    expect((await upload(file)).body).toMatchObject({ total: 62, created: 62, failed: 0 });
    const { companyId, customFields, tags } = await find('made0@made.example');
    expect({ customFields, tags }).toEqual({ customFields: { company: 'Made Ltd' }, tags: ['a', 'b', 'c'] });
    expect((await find('made59@made.example')).companyId).toBe(companyId);
    expect((await find('ann@known.example')).companyId).toBe(known);
    expect((await find('bob@gmail.com')).companyId).toBeNull();
  });

  test('imports every field; a country by its name gets its code, and the name is a custom field', async () => {
    const header = 'email,country,time zone,website,LinkedIn URL';
    const file = [
      header,
      'de@x.example,de,Europe/Berlin,x.example,linkedin.com/in/x',
      'fr@x.example,France,,,',
      'at@x.example,Atlantis,,,',
      'no@x.example,,Mars/Olympus,,',
    ].join('\n');

    expect((await upload(file)).body).toMatchObject({
      created: 4,
      warnings: ['Column «time zone»: 1 value was not valid for the field and kept as a custom field.'],
    });
    expect(await find('no@x.example')).toMatchObject({
      timezone: null,
      customFields: { timezone: 'Mars/Olympus' },
    });
    expect(await find('de@x.example')).toMatchObject({
      country: 'DE',
      timezone: 'Europe/Berlin',
      website: 'https://x.example',
      linkedinUrl: 'https://linkedin.com/in/x',
    });
    expect(await find('fr@x.example')).toMatchObject({ country: 'FR', customFields: { country: 'France' } });
    expect(await find('at@x.example')).toMatchObject({
      country: null,
      customFields: { country: 'Atlantis' },
    });
  });

  test('finds the column of addresses by its cells, also if the mapping names only another column', async () => {
    const file = 'Kontakt;Rufname\nada@x.example;Ada\nbob@x.example;Bob';
    const mapping = JSON.stringify({ Rufname: 'firstName' });

    expect((await upload(file, { query: { mapping } })).body).toMatchObject({ created: 2, errors: [] });
    expect(await find('ada@x.example')).toMatchObject({ firstName: 'Ada' });
  });

  test('an unclosed quote changes only its own row', async () => {
    const { body } = await upload('email\n"broken@example.com\nwhole@example.com\n');

    expect(body).toMatchObject({ total: 2, created: 2, failed: 0, errors: [] });
    expect(await find('broken@example.com')).toBeDefined();
    expect(await find('whole@example.com')).toBeDefined();
  });

  test('with onDuplicate=update, an existing contact gets the values of non-empty cells', async () => {
    await addContact(workspace.workspaceId, { email: 'old@example.com', firstName: 'Ann', city: 'Bonn' });
    const file = 'email,first name,city\nold@example.com,,Berlin\nfresh@example.com,Bob,\n';
    const { body } = await upload(file, { query: { onDuplicate: 'update' } });

    expect(body).toMatchObject({ total: 2, created: 1, updated: 1, skipped: 0 });
    expect(await find('old@example.com')).toMatchObject({ firstName: 'Ann', city: 'Berlin' });
    expect((await upload(file, { query: { onDuplicate: 'update' } })).body).toMatchObject({
      updated: 0,
      skipped: 2,
    });
  });

  test('a header without rows imports nothing', async () => {
    expect((await upload('email\n')).body).toMatchObject({ total: 0, created: 0 });
  });
});

describe('a file of more than 1,000 contacts', () => {
  const many = (count: number) =>
    ['email,first name', ...rows(count), 'nobody', 'row1@example.com'].join('\n');
  const read = (id: string, apiKey: string) =>
    call(getImport, { method: 'GET', path: `/contacts/imports/${id}`, params: { id }, apiKey });
  const look = async (id: string) => {
    const report = await readImport(connected(), workspace.workspaceId, id);
    const { total, created, updated, skipped, duplicatesInFile, failed } = report;
    expect(total, 'always the sum').toBe(created + updated + skipped + duplicatesInFile + failed);

    return report.status === 'completed';
  };

  test('is imported in the background once, even if the request is repeated with its key', async () => {
    workspace = await newWorkspace();
    const headers = { 'Idempotency-Key': 'once' };
    const replies = await Promise.all([upload(many(1001), { headers }), upload(many(1001), { headers })]);
    const later = await upload(many(1001), { headers });

    for (const {
      status,
      body,
      headers: { location },
    } of [...replies, later]) {
      expect(body).toEqual(replies[0]?.body);
      expect({ status, location }).toEqual({ status: 202, location: `/contacts/imports/${body.importId}` });
    }
    expectDocumented('contacts.import', later);
    const { importId } = later.body;
    expect(later.body).toMatchObject({
      status: 'running',
      rowsInFile: 1003,
      total: 2,
      created: 0,
      failed: 1,
    });
    await waitUntil('the end', () => look(importId));
    expect((await read(importId, workspace.apiKey)).body).toMatchObject({
      total: 1003,
      created: 1001,
      skipped: 0,
      duplicatesInFile: 1,
      failed: 1,
      errors: [{ row: 1003, field: 'email' }],
    });
    expect(await countContacts()).toBe(1001);
    expect((await read(importId, (await newWorkspace()).apiKey)).status).toBe(404);
  });
});

describe('rejects', () => {
  beforeAll(async () => {
    workspace = await newWorkspace();
  });

  const unreadable = {
    'a file without an email column': 'name,city\nAnn,Bonn\n',
    'an empty file': '',
    'a binary file': `email\n${'\0'.repeat(8)}@example.com\n`,
  };

  test.each(Object.entries(unreadable))('rejects %s and writes nothing', async (_, file) => {
    const before = await countContacts();

    expect(await upload(file)).toMatchObject({ status: 422, body: { error: { code: 'VALIDATION_ERROR' } } });
    expect(await countContacts()).toBe(before);
  });

  test('rejects more than 50,000 rows and writes nothing', async () => {
    const before = await countContacts();

    expect(await upload(['email', ...Array(50_001).fill('x@example.com')].join('\n'))).toMatchObject({
      status: 422,
      body: { error: { message: 'body: has more than 50000 rows' } },
    });
    expect(await countContacts()).toBe(before);
  });

  test('rejects invalid tags', async () => {
    for (const tags of ['', 'ok,', 'x'.repeat(51), Array(51).fill('t').join(',')]) {
      expect(await upload('email\nann@example.com\n', { query: { tags } })).toMatchObject({ status: 422 });
    }
  });
});
