import { beforeAll, describe, expect, test } from 'vitest';
import { handler as get } from '../../../functions/contacts/get.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addContact } from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';

let workspace: Workspace;
const read = (id: string, apiKey = workspace.apiKey) =>
  call(get, { method: 'GET', path: `/contacts/${id}`, params: { id }, apiKey });

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
