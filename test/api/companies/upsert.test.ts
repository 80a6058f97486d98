import { beforeAll, describe, expect, test } from 'vitest';
import { handler as create } from '../../../functions/companies/create.ts';
import { handler as list } from '../../../functions/companies/list.ts';
import { handler as update } from '../../../functions/companies/update.ts';
import { handler as upsert } from '../../../functions/companies/upsert.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCompany } from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const put = (body: object) =>
  call(upsert, { method: 'PUT', path: '/companies', apiKey: workspace.apiKey, body });
const find = async (query: Record<string, string>) =>
  (await call(list, { method: 'GET', path: '/companies', apiKey: workspace.apiKey, query })).body.data;

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('creates a company, then changes the given fields of the company with the external id', async () => {
    const created = await put({ name: 'Acme', externalId: 'c-1', domain: 'acme.com', city: 'Bonn' });
    const { id } = created.body;
    const changed = await put({ name: 'Acme Ltd', externalId: 'c-1', domain: 'acme.example' });

    expect(created).toMatchObject({ status: 201, headers: { location: `/companies/${id}` } });
    expect(changed).toMatchObject({
      status: 200,
      body: { id, name: 'Acme Ltd', domain: 'acme.example', city: 'Bonn', externalId: 'c-1' },
    });
    expect(await put({ name: 'Acme Ltd', externalId: 'c-1' })).toMatchObject({ body: changed.body });
    expect(await find({ externalId: 'c-1' })).toEqual([changed.body]);
    expect(await find({ externalId: 'c-1', domain: 'acme.com' })).toEqual([]);
  });

  test('gives the company with the domain an external id', async () => {
    const id = await addCompany(workspace.workspaceId, { name: 'Known', domain: 'known.com' });

    expect(await put({ name: 'Known', domain: 'known.com', externalId: 'c-2' })).toMatchObject({
      status: 200,
      body: { id, externalId: 'c-2' },
    });
  });

  test('concurrent requests for a new company create one, and all succeed', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => put({ name: 'Race', externalId: 'c-race' })));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  });

  test('a cleared external id is free', async () => {
    const id = await addCompany(workspace.workspaceId, { externalId: 'c-free' });
    const path = `/companies/${id}`;
    const body = { externalId: null };
    await call(update, { method: 'PATCH', path, params: { id }, apiKey: workspace.apiKey, body });

    expect(await find({ externalId: 'c-free' })).toEqual([]);
    expect((await put({ name: 'Other', externalId: 'c-free' })).status).toBe(201);
  });
});

describe('rejects', () => {
  test('rejects the external id of another company and names the field and the company', async () => {
    const existingId = await addCompany(workspace.workspaceId, { externalId: 'c-taken' });
    const body = { name: 'Other', externalId: 'c-taken' };

    expect(
      await call(create, { method: 'POST', path: '/companies', apiKey: workspace.apiKey, body }),
    ).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'externalId', rule: 'unique', existingId }] } },
    });
  });

  test('rejects an external id and a domain of two companies', async () => {
    await addCompany(workspace.workspaceId, { externalId: 'c-one' });
    const existingId = await addCompany(workspace.workspaceId, { domain: 'two.com' });

    expect(await put({ name: 'Both', externalId: 'c-one', domain: 'two.com' })).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'domain', rule: 'unique', existingId }] } },
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a request without external id and domain', { name: 'Acme' }, 'externalId'],
    ['a request without a name', { externalId: 'c-3' }, 'name'],
  ])('rejects %s and names the field', async (_, body, path) => {
    expect(pathsOf(await put(body))).toEqual([path]);
  });
});
