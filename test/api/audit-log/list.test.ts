import { beforeEach, describe, expect, test } from 'vitest';
import { handler as list } from '../../../functions/audit-log/list.ts';
import { handler as deleteCampaign } from '../../../functions/campaigns/delete.ts';
import { handler as updateCampaign } from '../../../functions/campaigns/update.ts';
import { handler as createContact } from '../../../functions/contacts/create.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { handler as updateContact } from '../../../functions/contacts/update.ts';
import { handler as updateWebhook } from '../../../functions/webhooks/update.ts';
import { createUser } from '../../../infra/admin/users.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { addCampaign, addWebhook, uniqueEmail } from '../support/seed.ts';
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

test('shows the author of each change, newest first, without values of contacts', async () => {
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
      resourceName: null,
      fields: ['firstName', 'tags'],
      changes: [],
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

describe('changed values', () => {
  const patchCampaign = (id: string, body: object) =>
    call(updateCampaign, {
      method: 'PATCH',
      path: `/campaigns/${id}`,
      params: { id },
      apiKey: workspace.apiKey,
      body,
    });

  test('are shown with the name of the object, part by part', async () => {
    const { id } = await addCampaign(workspace.workspaceId, { name: 'Spring' });
    await patchCampaign(id, {
      name: 'Summer',
      dailyLimit: 20,
      tags: ['a', 'b'],
      schedule: { timezone: 'Asia/Tokyo' },
    });
    const [entry] = (await read({ resourceId: id })).data;

    expect(entry).toMatchObject({
      resourceName: 'Summer',
      fields: ['name', 'schedule', 'dailyLimit', 'tags'],
      changes: [
        { field: 'name', from: 'Spring', to: 'Summer' },
        { field: 'schedule.timezone', from: 'UTC', to: 'Asia/Tokyo' },
        { field: 'dailyLimit', from: null, to: '20' },
        { field: 'tags', from: '', to: 'a, b' },
      ],
    });
  });

  test('are shortened, and take at most 900 bytes with the rest of the entry', async () => {
    const { id } = await addCampaign(workspace.workspaceId, { name: 'Spring' });
    const text = 'é'.repeat(5_000);
    const step = {
      delay: { value: 1, unit: 'days' },
      variants: [{ subject: text.slice(0, 100), bodyText: text }],
    };
    await patchCampaign(id, {
      name: 'n'.repeat(200),
      tags: ['t'.repeat(50)],
      steps: Array.from({ length: 9 }, () => step),
    });
    const [{ changes, resourceName }] = (await read({ resourceId: id })).data;

    expect(resourceName).toBe(`${'n'.repeat(99)}…`);
    expect(changes[0]).toEqual({ field: 'name', from: 'Spring', to: `${'n'.repeat(59)}…` });
    expect(Buffer.byteLength(JSON.stringify(changes))).toBeLessThan(900);
  });

  test('never show the URL of a webhook, and its host is its name', async () => {
    const { id } = await addWebhook(workspace.workspaceId, { url: 'https://hooks.example.com/secret-path' });
    await call(updateWebhook, {
      method: 'PATCH',
      path: `/webhooks/${id}`,
      params: { id },
      apiKey: workspace.apiKey,
      body: { url: 'https://other.example.com/secret-path', description: 'CRM' },
    });
    const { data } = await read({ resourceId: id });

    expect(data).toMatchObject([
      { resourceName: 'other.example.com', changes: [{ field: 'description', from: null, to: 'CRM' }] },
    ]);
    expect(JSON.stringify(data)).not.toContain('secret-path');
  });

  test('keep the name of a deleted object', async () => {
    const { id } = await addCampaign(workspace.workspaceId, { name: 'Spring' });
    await call(deleteCampaign, {
      method: 'DELETE',
      path: `/campaigns/${id}`,
      params: { id },
      apiKey: workspace.apiKey,
    });

    expect((await read({ resourceId: id })).data).toMatchObject([{ resourceName: 'Spring', changes: [] }]);
  });
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
