import { beforeEach, expect, test, vi } from 'vitest';
import { handler as remove } from '../../../functions/exports/delete.ts';
import { call } from '../../support/call.ts';
import { downloadExport, fileKeysOf, readExport } from '../../support/exported-files.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addExport, addWaitingExport } from '../support/seed.ts';

let workspace: Workspace;
const request = (id: string) =>
  call(remove, {
    method: 'DELETE',
    path: `/exports/${id}`,
    params: { id },
    apiKey: workspace.apiKey,
  });

beforeEach(async () => {
  workspace = await newWorkspace();
});

test('a deleted export returns 404, and its file is deleted', async () => {
  const { workspaceId } = workspace;
  const id = await addExport(workspaceId);
  await vi.waitFor(() => downloadExport(workspaceId, id), { timeout: 20_000, interval: 100 });
  const { downloadUrl } = await readExport(workspaceId, id);
  expect((await request(id)).status).toBe(204);

  await expect(readExport(workspaceId, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await request(id)).status).toBe(404);
  await vi.waitFor(async () => expect(await fileKeysOf(workspaceId)).toEqual([]), {
    timeout: 20_000,
    interval: 100,
  });
  expect((await fetch(downloadUrl ?? '')).status).toBe(404);
});

test('an unfinished export is stopped, and another one can be created', async () => {
  const { workspaceId } = workspace;
  const ids = [await addWaitingExport(workspaceId), await addWaitingExport(workspaceId)];
  expect((await request(ids[0] ?? '')).status).toBe(204);

  await addWaitingExport(workspaceId);
});

test('an export of another workspace returns 404 and is kept', async () => {
  const other = await newWorkspace();
  const id = await addWaitingExport(other.workspaceId);

  expect((await request(id)).status).toBe(404);
  expect(await readExport(other.workspaceId, id)).toMatchObject({ status: 'queued' });
});
