import { beforeEach, expect, test, vi } from 'vitest';
import { exportKey } from '#lib/exports/items.ts';
import { handler as get } from '../../../functions/exports/get.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addContact, addExport, addWaitingExport } from '../support/seed.ts';

let workspace: Workspace;
const read = (id: string, apiKey = workspace.apiKey) =>
  call(get, { method: 'GET', path: `/exports/${id}`, params: { id }, apiKey });

/** Waits for the stack's worker. */
async function completed(id: string) {
  return vi.waitFor(
    async () => {
      const reply = await read(id);
      expect(reply.body.status).toBe('completed');

      return reply.body;
    },
    { timeout: 20_000, interval: 100 },
  );
}

beforeEach(async () => {
  workspace = await newWorkspace();
});

test('a completed export has a URL that returns the file without a credential', async () => {
  const contactId = await addContact(workspace.workspaceId);
  const id = await addExport(workspace.workspaceId, { type: 'contacts', format: 'csv' });
  const body = await completed(id);
  const response = await fetch(body.downloadUrl);
  const text = await response.text();

  expect(body).toMatchObject({ id, rows: 1, statusReason: null });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="contacts-${id}.csv"`);
  expect(Number(response.headers.get('content-length'))).toBe(body.bytes);
  expect(text.split('\r\n')[1]).toMatch(new RegExp(`^${contactId},`));
  expect(new URL(body.downloadUrl).searchParams.get('X-Amz-Expires')).toBe('600');
  expect(Date.parse(body.expiresAt) - Date.parse(body.endedAt)).toBe(7 * 86_400_000);
});

test('a URL without its signature, or with another key or expiry, is refused', async () => {
  const id = await addExport(workspace.workspaceId);
  const { downloadUrl } = await completed(id);
  const changed = (change: (url: URL) => void) => {
    const url = new URL(downloadUrl);
    change(url);

    return fetch(url);
  };
  const responses = await Promise.all([
    changed((url) => url.searchParams.delete('X-Amz-Signature')),
    changed((url) => url.searchParams.set('X-Amz-Expires', '86400')),
    changed((url) => {
      url.pathname = url.pathname.replace(id, 'exp_01JT5P6ZVW3M8Q4Y7N2C9R5XB1');
    }),
    changed((url) => {
      url.search = '';
    }),
  ]);

  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test('an unfinished export has no URL', async () => {
  const id = await addWaitingExport(workspace.workspaceId);

  expect((await read(id)).body).toMatchObject({ status: 'queued', downloadUrl: null, expiresAt: null });
});

test('an export has no URL after its file has expired, and a shorter one shortly before', async () => {
  const id = await addExport(workspace.workspaceId);
  await completed(id);
  const setAge = (ms: number) =>
    connected().table.update({
      update: exportKey({ workspaceId: workspace.workspaceId, id }),
      set: { endedAt: new Date(Date.now() - ms).toISOString() },
    });
  await setAge(7 * 86_400_000 - 60_000);
  const { downloadUrl } = (await read(id)).body;
  expect(Number(new URL(downloadUrl).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
  await setAge(7 * 86_400_000 + 1000);

  expect((await read(id)).body).toMatchObject({ status: 'completed', downloadUrl: null });
});

test('a read-only key can download a file', async () => {
  const id = await addExport(workspace.workspaceId);
  await completed(id);

  expect((await read(id, workspace.readOnlyApiKey)).body.downloadUrl).toMatch(/^http/);
});

test('an export of another workspace returns 404', async () => {
  const id = await addWaitingExport((await newWorkspace()).workspaceId);

  expect((await read(id)).status).toBe(404);
});
