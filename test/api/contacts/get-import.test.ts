import { beforeAll, describe, expect, test } from 'vitest';
import { handler as getImport } from '../../../functions/contacts/get-import.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';

let workspace: Workspace;
const read = (id: string) =>
  call(getImport, {
    method: 'GET',
    path: `/contacts/imports/${id}`,
    params: { id },
    apiKey: workspace.apiKey,
  });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('an inline import has the same report as its response', async () => {
    const reply = await call(importContacts, {
      method: 'POST',
      path: '/contacts/import',
      apiKey: workspace.apiKey,
      headers: { 'Content-Type': 'text/csv' },
      body: 'email\nann@example.com\ninvalid\n',
    });

    expect(reply.body).toMatchObject({ status: 'completed', rowsInFile: 2, total: 2, created: 1, failed: 1 });
    expect((await read(reply.body.importId)).body).toEqual(reply.body);
  });
});

describe('rejects', () => {
  test.each(['imp_01JT5P6ZVW3M8Q4Y7N2C9R5XB1', 'nothing'])('rejects an unknown import id: %s', async (id) => {
    expect((await read(id)).status).toBe(404);
  });
});
