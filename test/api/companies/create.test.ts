import { beforeAll, describe, expect, test } from 'vitest';
import { handler as create } from '../../../functions/companies/create.ts';
import { handler as get } from '../../../functions/companies/get.ts';
import { handler as createContact } from '../../../functions/contacts/create.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const post = (body: unknown) =>
  call(create, { method: 'POST', path: '/companies', apiKey: workspace.apiKey, body });
const postContact = async (body: unknown) =>
  (await call(createContact, { method: 'POST', path: '/contacts', apiKey: workspace.apiKey, body })).body;

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('returns a Location at which the new company can be read', async () => {
    const created = await post({
      name: ' Acme ',
      domain: 'ACME.com',
      employeeCount: 12,
      website: 'acme.com',
    });
    const { id } = created.body;
    const request = { path: `/companies/${id}`, params: { id }, apiKey: workspace.apiKey };

    expect(created).toMatchObject({ status: 201, headers: { location: `/companies/${id}` } });
    expect((await call(get, { method: 'GET', ...request })).body).toEqual(created.body);
    expect(created.body).toMatchObject({
      name: 'Acme',
      domain: 'acme.com',
      website: 'https://acme.com',
      industry: null,
      tags: [],
      customFields: {},
      contactCount: 0,
    });
  });

  test('contacts of its domain belong to it; contacts of free email providers belong to no company', async () => {
    const { id } = (await post({ name: 'Bücher', domain: 'bücher.example' })).body;
    await post({ name: 'Mail', domain: 'gmail.com' });

    expect(await postContact({ email: 'ann@BÜCHER.example' })).toMatchObject({ companyId: id });
    expect(await postContact({ email: 'bob@bücher.example', companyId: null })).toMatchObject({
      companyId: null,
    });
    expect(await postContact({ email: 'ann@notbücher.example' })).toMatchObject({ companyId: null });
    expect(await postContact({ email: 'ann@gmail.com' })).toMatchObject({ companyId: null });
  });

  test('contacts with its name belong to it; of several companies with that name, the first is used', async () => {
    const first = (await post({ name: 'Twin' })).body;
    const second = (await post({ name: 'TWIN' })).body;

    expect(second.id).not.toBe(first.id);
    expect(await postContact({ email: 'a@twin.example', companyName: 'twin' })).toMatchObject({
      companyId: first.id,
    });
  });

  test('creates one company for a new name, even if concurrent requests contain it', async () => {
    const contacts = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        postContact({ email: `p${at}@new.example`, companyName: 'Brand New' }),
      ),
    );

    expect(new Set(contacts.map(({ companyId }) => companyId)).size).toBe(1);
    expect(contacts[0].companyId).toMatch(/^com_/);
  });
});

describe('rejects', () => {
  test('rejects the domain of another company and returns its id, also for concurrent requests', async () => {
    const replies = await Promise.all(
      ['race.com', 'RACE.com', ' race.com ', 'race.com'].map((domain) => post({ name: 'Race', domain })),
    );
    const winner = replies.find(({ status }) => status === 201)?.body.id;

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    for (const { status, body } of replies) {
      if (status === 422) expect(body.error.details).toMatchObject([{ existingId: winner }]);
    }
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['an address as its domain', { domain: 'ann@acme.com' }, 'domain'],
    ['a domain with a path', { domain: 'acme.com/about' }, 'domain'],
    ['a domain of one label', { domain: 'localhost' }, 'domain'],
    ['half an employee', { employeeCount: 0.5 }, 'employeeCount'],
    ['a negative number of employees', { employeeCount: -1 }, 'employeeCount'],
    ['an unknown country code', { country: 'Atlantis' }, 'country'],
    ['a contact count', { contactCount: 5 }, 'contactCount'],
  ])('rejects %s and names the field', async (_, fields, path) => {
    const reply = await post({ name: 'Acme', ...fields });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });
});
