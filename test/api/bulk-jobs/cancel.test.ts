import { beforeAll, describe, expect, test, vi } from 'vitest';
import { getBulkJob } from '#lib/bulk-jobs/read.ts';
import { jobKey } from '#lib/jobs/items.ts';
import { handler as cancel } from '../../../functions/bulk-jobs/cancel.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addBulkJob } from '../support/seed.ts';

let workspace: Workspace;
const cancelJob = (id: string, apiKey = workspace.apiKey) =>
  call(cancel, { method: 'POST', path: `/bulk-jobs/${id}/cancel`, params: { id }, apiKey });
const statusOf = async (id: string) => (await getBulkJob(connected(), workspace.workspaceId, id)).status;

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('an unfinished job is cancelled, and a repeat has no effect', async () => {
    const id = await addBulkJob(workspace.workspaceId, { action: 'delete', filter: { tag: 'none' } });
    // As if the job had not ended yet.
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), 20_000);
    const update = jobKey({ workspaceId: workspace.workspaceId, id });
    await connected().table.update({ update, remove: ['endedAt'] });
    const { status, body } = await cancelJob(id);

    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'cancelling' });
    expect((await cancelJob(id)).status).toBe(200);
  });
});

describe('rejects', () => {
  test('a job that has ended cannot be cancelled', async () => {
    const id = await addBulkJob(workspace.workspaceId);
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), 20_000);
    const { status, body } = await cancelJob(id);

    expect(status).toBe(422);
    expect(body.error.message).toBe('the job has already ended');
  });

  test('a job of another workspace is not found', async () => {
    const id = await addBulkJob(workspace.workspaceId);

    expect((await cancelJob(id, (await newWorkspace()).apiKey)).status).toBe(404);
  });
});
