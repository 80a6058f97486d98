import { beforeEach, expect, test } from 'vitest';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addContact } from '../support/seed.ts';

let workspace: Workspace;
const upload = async (rows: readonly string[], query: Record<string, string> = {}) =>
  (
    await call(importContacts, {
      method: 'POST',
      path: '/contacts/import',
      apiKey: workspace.apiKey,
      query,
      body: rows.join('\n'),
      headers: { 'Content-Type': 'text/csv' },
    })
  ).body;
const ownerOf = async (externalId: string) => {
  const request = { path: '/contacts', apiKey: workspace.apiKey, query: { externalId } };

  return (await call(list, { method: 'GET', ...request })).body.data[0]?.email;
};

beforeEach(async () => {
  workspace = await newWorkspace();
});

test('a column gives contacts their external ids; a repeated file changes nothing', async () => {
  const file = ['email,External ID', 'ada@x.example,crm-1', 'bob@x.example,', 'cy@x.example,4.91711E+11'];

  expect(await upload(file)).toMatchObject({ created: 3, failed: 0 });
  expect(await ownerOf('crm-1')).toBe('ada@x.example');
  expect(await ownerOf('4.91711E+11')).toBeUndefined();
  expect(await upload(file)).toMatchObject({ skipped: 3, failed: 0 });
  expect(await upload(file, { onDuplicate: 'update' })).toMatchObject({ skipped: 3, failed: 0 });
});

test('a row with the external id of another contact or of an earlier row fails alone', async () => {
  const id = await addContact(workspace.workspaceId, { externalId: 'taken' });
  const body = await upload(
    ['email,CRM', 'ada@x.example,crm-1', 'bob@x.example,taken', 'cy@x.example,crm-1', 'di@x.example,crm-2'],
    { mapping: JSON.stringify({ CRM: 'externalId' }) },
  );

  expect(body).toMatchObject({ created: 2, failed: 2 });
  expect(body.errors).toEqual([
    { row: 3, email: 'bob@x.example', field: 'externalId', reason: `belongs to contact ${id}` },
    { row: 4, email: 'cy@x.example', field: 'externalId', reason: 'occurs in an earlier row' },
  ]);
  expect(await ownerOf('crm-1')).toBe('ada@x.example');
  expect(await ownerOf('crm-2')).toBe('di@x.example');
});

test('an update changes the external id of a contact and frees the former one', async () => {
  await addContact(workspace.workspaceId, { email: 'ada@x.example', externalId: 'before' });
  await addContact(workspace.workspaceId, { email: 'bob@x.example', externalId: 'kept' });
  const rows = ['email,externalId', 'ada@x.example,after', 'bob@x.example,', 'cy@x.example,kept'];

  expect(await upload(rows, { onDuplicate: 'update' })).toMatchObject({ updated: 1, skipped: 1, failed: 1 });
  expect(await ownerOf('after')).toBe('ada@x.example');
  expect(await ownerOf('before')).toBeUndefined();
  expect(await ownerOf('kept')).toBe('bob@x.example');
});

test('of rows with one external id in concurrent transactions, one creates a contact', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => `person-${at}@x.example,crm-${at % 50}`);
  const body = await upload(['email,externalId', ...rows]);

  expect(body).toMatchObject({ created: 50, failed: 10 });
  expect(new Set(body.errors.map(({ field }: { field: string }) => field))).toEqual(new Set(['externalId']));
});
