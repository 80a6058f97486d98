import { beforeEach, describe, expect, test } from 'vitest';
import { handler as list } from '../../../functions/audit-log/list.ts';
import { handler as createContact } from '../../../functions/contacts/create.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { handler as updateContact } from '../../../functions/contacts/update.ts';
import { createUser } from '../../../infra/admin/users.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { uniqueEmail } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';

let workspace: Workspace;
beforeEach(async () => {
  workspace = await newWorkspace();
});

const read = async (query: Record<string, string> = {}) =>
  (await call(list, { method: 'GET', path: '/audit-log', query, apiKey: workspace.apiKey })).body;
const create = (credential: { apiKey?: string; cookie?: string } = workspace) =>
  call(createContact, {
    method: 'POST',
    path: '/contacts',
    body: { email: uniqueEmail(), firstName: 'Ann' },
    ...credential,
  });
const update = (id: string, cookie: string) =>
  call(updateContact, {
    method: 'PATCH',
    path: `/contacts/${id}`,
    params: { id },
    cookie,
    body: { firstName: 'Secret value', tags: ['vip'] },
  });

test('shows the author of each change, newest first, without values', async () => {
  const user = await newUser(workspace.workspaceId, { role: 'member' });
  const cookie = await newCookie(user);
  const created = await create();
  const { id } = created.body;
  const updated = await update(id, cookie);
  const { data } = await read({ limit: '2' });

  expect(data).toEqual([
    {
      id: expect.stringMatching(/^aud_/),
      occurredAt: expect.any(String),
      actor: { type: 'user', id: user.userId, name: user.email },
      operation: 'PATCH /contacts/{id}',
      resourceType: 'contact',
      resourceId: id,
      fields: ['firstName', 'tags'],
      requestId: updated.headers['x-request-id'],
    },
    expect.objectContaining({
      actor: { type: 'api_key', id: expect.stringMatching(/^key_/), name: 'test' },
      operation: 'POST /contacts',
      resourceType: 'contact',
      resourceId: id,
      requestId: created.headers['x-request-id'],
    }),
  ]);
  expect(JSON.stringify(data)).not.toMatch(/Secret value|vip|Ann/);
});

test('shows commands of the operator', async () => {
  const user = { email: uniqueEmail(), name: 'Ada', password: 'a long password' };
  const { id } = await createUser(connected(), workspace.workspaceId, user);
  const { data } = await read({ actorType: 'operator', operation: 'admin create-user' });

  expect(data).toMatchObject([
    {
      actor: { type: 'operator', id: null, name: null },
      resourceType: 'user',
      resourceId: id,
      requestId: null,
    },
  ]);
});

test('names the import that a file started', async () => {
  const imported = await call(importContacts, {
    method: 'POST',
    path: '/contacts/import',
    apiKey: workspace.apiKey,
    body: `email\n${uniqueEmail()}\n`,
    headers: { 'Content-Type': 'text/csv' },
  });
  const { data } = await read({ operation: 'POST /contacts/import' });

  expect(data).toMatchObject([{ resourceType: 'import', resourceId: imported.body.importId, fields: [] }]);
  expect(await read({ resourceId: imported.body.importId })).toMatchObject({ data });
});

describe('filters', () => {
  test('select by author, operation, resource and period', async () => {
    const user = await newUser(workspace.workspaceId);
    const cookie = await newCookie(user);
    const { id } = (await create()).body;
    await create({ cookie });
    await update(id, cookie);
    const [newest] = (await read()).data;
    const operations = async (query: Record<string, string>) =>
      (await read(query)).data.map(({ operation }: { operation: string }) => operation);

    expect(await operations({ actorId: user.userId })).toEqual(['PATCH /contacts/{id}', 'POST /contacts']);
    expect(await operations({ resourceId: id })).toEqual(['PATCH /contacts/{id}', 'POST /contacts']);
    expect(await operations({ operation: 'PATCH /contacts/{id}' })).toEqual(['PATCH /contacts/{id}']);
    expect(await operations({ resourceType: 'contact', actorType: 'api_key' })).toEqual(['POST /contacts']);
    expect(await operations({ after: newest.occurredAt })).toEqual([]);
    expect(await operations({ before: newest.occurredAt })).not.toContain('PATCH /contacts/{id}');
  });

  test('keep the order over pages', async () => {
    for (let contact = 0; contact < 3; contact++) await create();
    const query = { operation: 'POST /contacts', limit: '2' };
    const first = await read(query);
    const second = await read({ ...query, cursor: first.nextCursor });
    const ids = [...first.data, ...second.data].map(({ id }) => id);

    expect(ids).toHaveLength(3);
    expect(ids).toEqual([...ids].sort().reverse());
  });
});

test('is for owners, and shows no other workspace', async () => {
  const other = await newWorkspace();
  await create();
  const show = (cookie: string) => call(list, { method: 'GET', path: '/audit-log', cookie });
  const member = await newCookie(await newUser(workspace.workspaceId, { role: 'member' }));
  const stranger = await newCookie(await newUser(other.workspaceId));

  expectProblem(await show(member), 403, 'FORBIDDEN');
  expect(JSON.stringify((await show(stranger)).body)).not.toContain('POST /contacts');
});
