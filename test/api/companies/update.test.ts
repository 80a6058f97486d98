import { beforeAll, describe, expect, test } from 'vitest';
import { handler as get } from '../../../functions/companies/get.ts';
import { handler as list } from '../../../functions/companies/list.ts';
import { handler as update } from '../../../functions/companies/update.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCompany } from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const on = (id: string) => ({ path: `/companies/${id}`, params: { id }, apiKey: workspace.apiKey });
const patch = (id: string, body: unknown) => call(update, { method: 'PATCH', ...on(id), body });
const read = async (id: string) => (await call(get, { method: 'GET', ...on(id) })).body;
const find = async (query: Record<string, string>) =>
  (await call(list, { method: 'GET', path: '/companies', apiKey: workspace.apiKey, query })).body.data.map(
    ({ id }: { id: string }) => id,
  );

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('changes only the fields of the patch; null clears a field', async () => {
    const id = await addCompany(workspace.workspaceId, { name: 'One', city: 'Bonn', tags: ['a'] });
    const { status, body } = await patch(id, { industry: 'Engines', city: null, tags: null });

    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'One', industry: 'Engines', city: null, tags: [] });
    expect(await read(id)).toEqual(body);
    expect((await patch(id, { industry: 'Engines' })).body).toEqual(body);
  });

  test('lists find a company by its new name and domain, and not by former ones', async () => {
    const id = await addCompany(workspace.workspaceId, { name: 'Before', domain: 'before.com' });
    await patch(id, { name: 'After', domain: 'after.com' });

    expect(await find({ search: 'before' })).toEqual([]);
    expect(await find({ search: 'after' })).toEqual([id]);
    expect(await find({ domain: 'before.com' })).toEqual([]);
    expect(await find({ domain: 'after.com' })).toEqual([id]);
    expect(await addCompany(workspace.workspaceId, { domain: 'before.com' })).not.toBe(id);
  });

  test('applies all of several concurrent patches', async () => {
    const id = await addCompany(workspace.workspaceId);
    const fields = ['industry', 'city', 'phone', 'description'];
    await Promise.all(fields.map((field) => patch(id, { [field]: field })));

    expect(await read(id)).toMatchObject(Object.fromEntries(fields.map((field) => [field, field])));
  });
});

describe('rejects', () => {
  test('rejects the domain of another company', async () => {
    const owner = await addCompany(workspace.workspaceId, { domain: 'taken.com' });
    const reply = await patch(await addCompany(workspace.workspaceId), { domain: 'taken.com' });

    expect(reply).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining(owner) } },
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: null }, 'name'],
    ['a count', { contactCount: 1 }, 'contactCount'],
    ['an invalid domain', { domain: 'acme' }, 'domain'],
  ])('rejects %s and names the field', async (_, body, path) => {
    expect(pathsOf(await patch(await addCompany(workspace.workspaceId), body))).toEqual([path]);
  });
});
