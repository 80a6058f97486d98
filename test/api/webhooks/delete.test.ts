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
  test('a webhook that is deleted is in no list any more, and the others stay', async () => {
    const [one, other] = await Promise.all([
      addWebhook(workspace.workspaceId),
      addWebhook(workspace.workspaceId),
    ]);

    expect(await deleteOne(one.id)).toMatchObject({ status: 204, text: '' });
    expect(await listed()).toEqual([other.id]);
  });

  test('whoever has 50 may make another once one is deleted, and only one', async () => {
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
    // However often it is asked for, it frees one place.
    await Promise.all([deleteOne(id, full), deleteOne(id, full), deleteOne(id, full)]);

    expect((await make()).status).toBe(201);
    expect((await make()).status).toBe(422);
  });
});

describe('rejects', () => {
  test('a webhook can be deleted once', async () => {
    const { id } = await addWebhook(workspace.workspaceId);
    const replies = await Promise.all([deleteOne(id), deleteOne(id), deleteOne(id)]);

    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });

  test('a webhook of another workspace stays', async () => {
    const { id } = await addWebhook(workspace.workspaceId);

    expect((await deleteOne(id, await newWorkspace())).status).toBe(404);
    expect(await listed()).toContain(id);
  });
});
