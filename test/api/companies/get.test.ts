import { beforeAll, describe, expect, test, vi } from 'vitest';
import { handler as get } from '../../../functions/companies/get.ts';
import { handler as remove } from '../../../functions/contacts/delete.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCompany, addContact } from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';

let workspace: Workspace;
const read = (id: string) =>
  call(get, { method: 'GET', path: `/companies/${id}`, params: { id }, apiKey: workspace.apiKey });
const waitForCount = (id: string, count: number) =>
  vi.waitFor(async () => expect((await read(id)).body.contactCount).toBe(count), { timeout: 10_000 });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('counts the contacts of a company', async () => {
    const companyId = await addCompany(workspace.workspaceId);
    const [first = ''] = await Promise.all(
      [1, 2, 3].map(() => addContact(workspace.workspaceId, { companyId })),
    );
    await waitForCount(companyId, 3);
    await call(remove, {
      method: 'DELETE',
      path: `/contacts/${first}`,
      params: { id: first },
      apiKey: workspace.apiKey,
    });
    await waitForCount(companyId, 2);
  });
});

describe('rejects', () => {
  test('returns 404 for a company of another workspace and for an unknown id', async () => {
    const id = await addCompany((await newWorkspace()).workspaceId);

    expect(await read(id)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    expect((await read(unknownId(id))).status).toBe(404);
  });
});
