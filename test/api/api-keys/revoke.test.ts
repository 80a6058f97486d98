import { beforeAll, describe, expect, test } from 'vitest';
import { handler as create } from '../../../functions/api-keys/create.ts';
import { handler as list } from '../../../functions/api-keys/list.ts';
import { handler as revoke } from '../../../functions/api-keys/revoke.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';

let workspace: Workspace;
const make = async (): Promise<{ id: string; key: string }> =>
  (
    await call(create, {
      method: 'POST',
      path: '/api-keys',
      apiKey: workspace.apiKey,
      body: { name: 'ci', scope: 'full-access' },
    })
  ).body;
const remove = (id: string, apiKey = workspace.apiKey) =>
  call(revoke, { method: 'DELETE', path: `/api-keys/${id}`, params: { id }, apiKey });
const ask = (apiKey: string) => call(list, { method: 'GET', path: '/api-keys', apiKey });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a revoked key is rejected from the next request on and no longer listed', async () => {
    const { id, key } = await make();
    expect((await ask(key)).status).toBe(200);

    expect(await remove(id)).toMatchObject({ status: 204, text: '' });
    expect((await ask(key)).status).toBe(401);
    expect((await ask(workspace.apiKey)).body.data.map((each: { id: string }) => each.id)).not.toContain(id);
  });

  test('a key may revoke itself', async () => {
    const { id, key } = await make();

    expect((await remove(id, key)).status).toBe(204);
    expect((await remove(id, key)).status).toBe(401);
  });
});

describe('the keys that a key created', () => {
  const makeBy = async (apiKey: string): Promise<{ id: string; key: string }> =>
    (
      await call(create, {
        method: 'POST',
        path: '/api-keys',
        apiKey,
        body: { name: 'ci', scope: 'full-access' },
      })
    ).body;
  const statusOf = async ({ key }: { key: string }) => (await ask(key)).status;

  test('stay valid when it is revoked, so a client can rotate its own key', async () => {
    const parent = await make();
    const child = await makeBy(parent.key);
    await remove(parent.id, child.key);

    expect([await statusOf(parent), await statusOf(child)]).toEqual([401, 200]);
    const { data } = (await ask(workspace.apiKey)).body;
    expect(data.find(({ id }: { id: string }) => id === child.id)).toMatchObject({ createdBy: parent.id });
  });

  test('are revoked with it on request, including indirectly created ones', async () => {
    const parent = await make();
    const sibling = await make();
    const child = await makeBy(parent.key);
    const between = await makeBy(child.key);
    const grandchild = await makeBy(between.key);
    // Revoking a key in the chain does not detach the keys that it created.
    await remove(between.id);
    const { id } = parent;
    const reply = await call(revoke, {
      method: 'DELETE',
      path: `/api-keys/${id}`,
      params: { id },
      query: { createdKeys: 'revoke' },
      apiKey: workspace.apiKey,
    });

    expect(reply.status).toBe(204);
    const statuses = await Promise.all([parent, child, between, grandchild, sibling].map(statusOf));
    expect(statuses).toEqual([401, 401, 401, 401, 200]);
  });
});

describe('rejects', () => {
  test('the second revocation of a key', async () => {
    const { id } = await make();
    const replies = await Promise.all([remove(id), remove(id), remove(id)]);

    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect((await remove(id)).status).toBe(404);
  });

  test('a key of another workspace, which stays valid', async () => {
    const { id, key } = await make();
    const stranger = await newWorkspace();

    expect((await remove(id, stranger.apiKey)).status).toBe(404);
    expect((await ask(key)).status).toBe(200);
  });
});
