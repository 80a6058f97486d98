import { beforeAll, describe, expect, test } from 'vitest';
import { webhookCountKey } from '#lib/webhooks/items.ts';
import { handler as create } from '../../../functions/webhooks/create.ts';
import { handler as remove } from '../../../functions/webhooks/delete.ts';
import { handler as list } from '../../../functions/webhooks/list.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { setClock } from '../../workers/support/clock.ts';
import { addWebhook } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';

const settings = { url: 'https://hooks.example.com/in', events: ['email.sent'] };
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

  test('a workspace creates at most 100 webhooks in a day, also if it deletes them', async () => {
    const other = await newWorkspace();
    const { workspaceId, apiKey } = other;
    const make = (time: number) => {
      setClock(time);

      return call(create, { method: 'POST', path: '/webhooks', apiKey, at: time, body: settings });
    };
    const at = Date.parse('2030-06-03T10:00:00Z');
    const counter = { pk: webhookCountKey(workspaceId).pk, sk: '2030-06-03' };
    await connected().table.update({ update: counter, set: { created: 99, replays: 100 } });
    expect((await deleteOne((await make(at)).body.id, other)).status).toBe(204);
    const refused = await make(at);

    expectProblem(refused, 429, 'RATE_LIMITED');
    expect(refused.body.error.message).toBe(
      'a workspace creates at most 100 webhooks in a day; try again later',
    );
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0' });
    expect((await make(at + 86_400_000)).status).toBe(201);
  });

  test('a deletion makes room for exactly one new webhook', async () => {
    const full = await newWorkspace();
    const webhooks = await Promise.all(Array.from({ length: 50 }, () => addWebhook(full.workspaceId)));
    const make = () =>
      call(create, {
        method: 'POST',
        path: '/webhooks',
        apiKey: full.apiKey,
        body: settings,
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
