import { beforeAll, describe, expect, test, vi } from 'vitest';
import { handler as get } from '../../../functions/bulk-jobs/get.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addBulkJob, addContacts } from '../support/seed.ts';

let workspace: Workspace;
const read = (id: string, apiKey = workspace.apiKey) =>
  call(get, { method: 'GET', path: `/bulk-jobs/${id}`, params: { id }, apiKey });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a job is run by the stack, and its counts add up to its contacts', async () => {
    const contactIds = await addContacts(workspace.workspaceId, 3);
    const id = await addBulkJob(workspace.workspaceId, { action: 'add_tags', tags: ['vip'], contactIds });
    await vi.waitFor(async () => expect((await read(id)).body.status).toBe('completed'), 20_000);

    const { body } = await read(id);
    expect(body).toMatchObject({ id, contacts: 3, processed: 3, changed: 3, unchanged: 0, failed: 0 });
    expect(Date.parse(body.endedAt)).toBeGreaterThanOrEqual(Date.parse(body.startedAt));
  });
});

describe('rejects', () => {
  test('a job of another workspace is not found', async () => {
    const id = await addBulkJob(workspace.workspaceId);

    expect((await read(id, (await newWorkspace()).apiKey)).status).toBe(404);
  });
});
