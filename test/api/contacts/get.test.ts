import { beforeAll, describe, expect, test, vi } from 'vitest';
import { getCompany } from '#lib/companies/companies.ts';
import { companyKey } from '#lib/companies/items.ts';
import { handler as get } from '../../../functions/contacts/get.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCompany, addContact } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';
import { unknownId } from '../support/valid-requests.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const read = (id: string, apiKey = workspace.apiKey, query = {}) =>
  call(get, { method: 'GET', path: `/contacts/${id}`, params: { id }, apiKey, query });
const readWithCompany = (id: string) => read(id, workspace.apiKey, { include: 'company' });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('returns every field of a contact, including empty ones', async () => {
    const id = await addContact(workspace.workspaceId, {
      email: 'Full.Name@Example.com',
      customFields: { plan: 'pro', seats: 12, trial: false, since: null },
    });

    expect((await read(id)).body).toEqual({
      id,
      email: 'Full.Name@Example.com',
      firstName: null,
      lastName: null,
      jobTitle: null,
      phone: null,
      linkedinUrl: null,
      website: null,
      city: null,
      country: null,
      timezone: null,
      companyId: null,
      tags: [],
      customFields: { plan: 'pro', seats: 12, trial: false, since: null },
      status: 'active',
      source: 'api',
      lastContactedAt: null,
      lastRepliedAt: null,
      unsubscribedAt: null,
      bouncedAt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      externalId: null,
    });
  });
});

describe('include=company', () => {
  /** The company counts its contacts after their events. */
  const waitForCount = (companyId: string) =>
    vi.waitFor(
      async () =>
        expect(await getCompany(connected(), workspace.workspaceId, companyId)).toMatchObject({
          contactCount: 1,
        }),
      { timeout: 20_000, interval: 50 },
    );

  test('adds the company of the contact', async () => {
    const { workspaceId } = workspace;
    const companyId = await addCompany(workspaceId, { name: 'Zeta' });
    const id = await addContact(workspaceId, { companyId });
    await waitForCount(companyId);
    const reply = await readWithCompany(id);
    expectDocumented('contacts.get', reply);

    expect(reply.body).toEqual({
      ...(await read(id)).body,
      company: await getCompany(connected(), workspaceId, companyId),
    });
    expect(reply.body.company.name).toBe('Zeta');
    expect((await read(id)).body).not.toHaveProperty('company');
  });

  test('is null without a company, and after the company was deleted', async () => {
    const { workspaceId } = workspace;
    const companyId = await addCompany(workspaceId);
    const [alone, left] = [await addContact(workspaceId), await addContact(workspaceId, { companyId })];
    // A later count would create the item again.
    await waitForCount(companyId);
    await connected().table.transact([{ delete: companyKey(workspaceId, companyId) }]);

    expect((await readWithCompany(alone)).body).toMatchObject({ companyId: null, company: null });
    expect((await readWithCompany(left)).body).toMatchObject({ companyId, company: null });
  });

  test('rejects other objects', async () => {
    const id = await addContact(workspace.workspaceId);
    const reply = await read(id, workspace.apiKey, { include: 'campaigns' });

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(pathsOf(reply)).toEqual(['include']);
  });
});

describe('rejects', () => {
  test('returns 404 for a contact of another workspace', async () => {
    const id = await addContact((await newWorkspace()).workspaceId);

    expect(await read(id)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  });

  test('returns 404 for an id of another resource type', async () => {
    const id = await addContact(workspace.workspaceId);

    expect((await read(id.replace('con_', 'cmp_'))).status).toBe(404);
    expect((await read(unknownId(id))).status).toBe(404);
  });
});
