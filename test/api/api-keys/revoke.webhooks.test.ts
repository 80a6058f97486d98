import { beforeEach, describe, expect, test } from 'vitest';
import { planKeyRevocation } from '#lib/api-keys/revoke.ts';
import { planAccessEnd } from '#lib/revocations/access-end.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { CreatedOptions } from '#lib/values/created-resources.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import type { Webhook } from '#lib/webhooks/webhook.ts';
import { handler as revoke } from '../../../functions/api-keys/revoke.ts';
import { handler as remove } from '../../../functions/users/remove.ts';
import { handler as create } from '../../../functions/webhooks/create.ts';
import { handler as enable } from '../../../functions/webhooks/enable.ts';
import { handler as get } from '../../../functions/webhooks/get.ts';
import { handler as rotate } from '../../../functions/webhooks/rotate-secret.ts';
import { handler as update } from '../../../functions/webhooks/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newUser } from '../../support/users.ts';
import { addApiKey, addWebhook, commitNow } from '../support/seed.ts';

let workspace: Workspace;

const revokeKey = (id: string, query: Partial<CreatedOptions> = {}) =>
  call(revoke, { method: 'DELETE', path: `/api-keys/${id}`, params: { id }, query, ...workspace });
const readHook = async (id: string) =>
  (await call(get, { method: 'GET', path: `/webhooks/${id}`, params: { id }, ...workspace })).body;
const hookOf = async (id: string) => (await addWebhook(workspace.workspaceId, {}, { id })).id;

beforeEach(async () => {
  workspace = await newWorkspace();
});

test('the webhooks of a revoked key stay by default, and show the key', async () => {
  const key = await addApiKey(workspace.workspaceId, 'operator');
  const webhook = await hookOf(key.id);
  expect((await revokeKey(key.id, { createdKeys: 'revoke' })).status).toBe(204);

  expect(await readHook(webhook)).toMatchObject({ status: 'healthy', createdBy: key.id });
});

test('the webhooks of a revoked key are disabled on request, and can be enabled again', async () => {
  const key = await addApiKey(workspace.workspaceId, 'operator');
  const child = await addApiKey(workspace.workspaceId, key.id);
  const [webhook, ofChild] = [await hookOf(key.id), await hookOf(child.id)];
  expect((await revokeKey(key.id, { createdWebhooks: 'disable' })).status).toBe(204);

  const disabled = await readHook(webhook);
  expect(disabled).toMatchObject({ status: 'disabled', consecutiveFailures: 0, lastError: null });
  expect(disabled.disabledAt).toBe(disabled.updatedAt);
  expect(await readHook(ofChild)).toMatchObject({ status: 'healthy' });
  const path = `/webhooks/${webhook}/enable`;
  const enabled = await call(enable, { method: 'POST', path, params: { id: webhook }, ...workspace });
  expect(enabled.body).toMatchObject({ status: 'healthy', createdBy: key.id });
});

test('the webhooks of keys that are revoked with the key are disabled too', { timeout: 30_000 }, async () => {
  const key = await addApiKey(workspace.workspaceId, 'operator');
  const ids = [key.id];
  while (ids.length < 40) ids.push((await addApiKey(workspace.workspaceId, ids.at(-1) ?? '')).id);
  const webhooks = await Promise.all(ids.map(hookOf));
  expect((await revokeKey(key.id, { createdKeys: 'revoke', createdWebhooks: 'disable' })).status).toBe(204);

  const statuses = await Promise.all(webhooks.map(async (id) => (await readHook(id)).status));
  expect(new Set(statuses)).toEqual(new Set(['disabled']));
  expect((await revokeKey(ids.at(-1) ?? '')).status).toBe(404);
});

test('a webhook that a key creates during its revocation is refused or disabled', async () => {
  for (let round = 0; round < 5; round++) {
    const key = await addApiKey(workspace.workspaceId, 'operator');
    const body = { url: 'https://hooks.example.com/in', events: ['contact.created'] };
    const creations = Array.from({ length: 5 }, () =>
      call(create, { method: 'POST', path: '/webhooks', apiKey: key.key, body }),
    );
    const [revoked, ...replies] = await Promise.all([
      revokeKey(key.id, { createdWebhooks: 'disable' }),
      ...creations,
    ]);
    expect(revoked.status).toBe(204);
    const made = replies.filter(({ status }) => status !== 401);
    const statuses = await Promise.all(made.map(async (reply) => (await readHook(reply.body.id)).status));

    expect(statuses.filter((status) => status !== 'disabled')).toEqual([]);
  }
});

describe('a webhook of a key that was revoked before', () => {
  const all = { createdKeys: 'revoke', createdWebhooks: 'disable' } as const;

  test.each([all, { createdWebhooks: 'disable' } as const])(
    'ends with the key that created this key: %j',
    async (query) => {
      const key = await addApiKey(workspace.workspaceId, 'operator');
      const child = await addApiKey(workspace.workspaceId, key.id);
      const webhook = await hookOf(child.id);
      expect((await revokeKey(child.id)).status).toBe(204);
      expect((await revokeKey(key.id, query)).status).toBe(204);

      expect(await readHook(webhook)).toMatchObject({ status: 'disabled', createdBy: child.id });
    },
  );

  test.each(['forwards', 'backwards'])(
    'ends with the user at the end of a chain of keys revoked %s',
    async (order) => {
      await newUser(workspace.workspaceId);
      const { userId: id } = await newUser(workspace.workspaceId);
      const keys = [await addApiKey(workspace.workspaceId, id)];
      while (keys.length < 4) keys.push(await addApiKey(workspace.workspaceId, keys.at(-1)?.id ?? ''));
      const ids = keys.map((key) => key.id);
      const webhooks = await Promise.all(ids.map(hookOf));
      for (const each of order === 'forwards' ? ids.slice(0, 3) : ids.toReversed()) await revokeKey(each);
      const request = { method: 'DELETE', path: `/users/${id}`, params: { id }, query: all } as const;
      expect((await call(remove, { ...request, ...workspace })).status).toBe(204);

      const statuses = await Promise.all(webhooks.map(async (each) => (await readHook(each)).status));
      expect(new Set(statuses)).toEqual(new Set(['disabled']));
    },
  );

  test('stays when another key ends, or a key that the revoked key created', async () => {
    const key = await addApiKey(workspace.workspaceId, 'operator');
    const child = await addApiKey(workspace.workspaceId, key.id);
    const other = await addApiKey(workspace.workspaceId, 'operator');
    const webhook = await hookOf(key.id);
    await revokeKey(key.id);
    for (const { id } of [child, other]) expect((await revokeKey(id, all)).status).toBe(204);

    expect(await readHook(webhook)).toMatchObject({ status: 'healthy' });
  });
});

test.each<[string, Webhook['status'], Parameters<typeof call>[0], string, object]>([
  ['gets another URL', 'healthy', update, '', { url: 'https://elsewhere.example.com/in' }],
  ['gets another secret', 'healthy', rotate, '/rotate-secret', {}],
  ['is enabled', 'disabled', enable, '/enable', {}],
])('an end is decided again if a webhook %s during the request', async (_, status, handler, action, body) => {
  const { workspaceId } = workspace;
  const { id: keyId, key: apiKey } = await addApiKey(workspaceId, 'operator');
  const id = await hookOf(status === 'disabled' ? keyId : 'operator');
  await connected().table.update({ update: webhookKey(workspaceId, id), set: { status } });
  const principal = { kind: 'api_key', id: keyId, workspaceId, name: 'ci', scope: 'full-access' } as const;
  const query = { createdKeys: 'keep', createdWebhooks: 'disable' } as const;
  const request = {
    principal: { ...principal, expiresAt: undefined },
    requestId: 'r',
    params: { id: keyId },
    query,
  };
  const decided = await planAccessEnd(connected(), request, planKeyRevocation);
  const method = action === '' ? 'PATCH' : 'POST';
  const changed = await call(handler, {
    method,
    path: `/webhooks/${id}${action}`,
    params: { id },
    body,
    apiKey,
  });
  expect(changed.status).toBe(200);

  await expect(commitNow(workspaceId, decided)).rejects.toThrow(StaleDecision);
  expect((await revokeKey(keyId, query)).status).toBe(204);
  expect(await readHook(id)).toMatchObject({ status: 'disabled' });
});
