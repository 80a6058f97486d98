import { beforeAll, expect, test } from 'vitest';
import { handler as erase } from '../../../functions/erasures/create.ts';
import { handler as get } from '../../../functions/erasures/get.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addContact } from '../support/seed.ts';

let workspace: Workspace;
const read = (id: string) =>
  call(get, {
    method: 'GET',
    path: `/contacts/${id}/erasure`,
    params: { id },
    apiKey: workspace.apiKey,
  });

beforeAll(async () => {
  workspace = await newWorkspace();
});

test('shows that an erasure runs until its second pass', async () => {
  const id = await addContact(workspace.workspaceId);
  const { apiKey } = workspace;
  const { body } = await call(erase, {
    method: 'POST',
    path: `/contacts/${id}/erase`,
    params: { id },
    apiKey,
  });

  expect(await read(id)).toMatchObject({ status: 200, body });
});

test('returns 404 for a contact that was not erased', async () => {
  expect((await read(await addContact(workspace.workspaceId))).status).toBe(404);
});
