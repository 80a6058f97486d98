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
  test('a revoked key is refused from its next request on, and leaves the list', async () => {
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

describe('rejects', () => {
  test('a key can be revoked once', async () => {
    const { id } = await make();
    const replies = await Promise.all([remove(id), remove(id), remove(id)]);

    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect((await remove(id)).status).toBe(404);
  });

  test('a key of another workspace stays valid', async () => {
    const { id, key } = await make();
    const stranger = await newWorkspace();

    expect((await remove(id, stranger.apiKey)).status).toBe(404);
    expect((await ask(key)).status).toBe(200);
  });
});
