import { beforeAll, describe, expect, test } from 'vitest';
import { handler as create } from '../../../functions/webhooks/create.ts';
import { handler as remove } from '../../../functions/webhooks/delete.ts';
import { handler as list } from '../../../functions/webhooks/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addWebhook } from '../support/seed.ts';

let workspace: Workspace;
const deleteOne = (id: string, { apiKey } = workspace) =>
  call(remove, { method: 'DELETE', path: `/webhooks/${id}`, params: { id }, apiKey });
const listed = async ({ apiKey } = workspace): Promise<string[]> =>
  (await call(list, { method: 'GET', path: '/webhooks', apiKey })).body.data.map(
    ({ id }: { id: string }) => id,
  );

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a deleted webhook is no longer listed, and others are not affected', async () => {
    const [one, other] = await Promise.all([
      addWebhook(workspace.workspaceId),
      addWebhook(workspace.workspaceId),
    ]);

    expect(await deleteOne(one.id)).toMatchObject({ status: 204, text: '' });
    expect(await listed()).toEqual([other.id]);
  });

  test('a deletion makes room for exactly one new webhook', async () => {
    const full = await newWorkspace();
    const webhooks = await Promise.all(Array.from({ length: 50 }, () => addWebhook(full.workspaceId)));
    const make = () =>
      call(create, {
        method: 'POST',
        path: '/webhooks',
        apiKey: full.apiKey,
        body: { url: 'https://hooks.example.com/in', events: ['email.sent'] },
      });
    expect((await make()).status).toBe(422);
    const id = webhooks[0]?.id ?? '';
    // Repeated deletions free only one place.
    await Promise.all([deleteOne(id, full), deleteOne(id, full), deleteOne(id, full)]);

    expect((await make()).status).toBe(201);
    expect((await make()).status).toBe(422);
  });
});

describe('rejects', () => {
  test('the second deletion of a webhook', async () => {
    const { id } = await addWebhook(workspace.workspaceId);
    const replies = await Promise.all([deleteOne(id), deleteOne(id), deleteOne(id)]);

    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });

  test('a webhook of another workspace', async () => {
    const { id } = await addWebhook(workspace.workspaceId);

    expect((await deleteOne(id, await newWorkspace())).status).toBe(404);
    expect(await listed()).toContain(id);
  });
});
