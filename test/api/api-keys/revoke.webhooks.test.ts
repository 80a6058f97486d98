import { beforeEach, expect, test } from 'vitest';
import type { CreatedOptions } from '#lib/values/created-resources.ts';
import { handler as revoke } from '../../../functions/api-keys/revoke.ts';
import { handler as enable } from '../../../functions/webhooks/enable.ts';
import { handler as get } from '../../../functions/webhooks/get.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addApiKey, addWebhook } from '../support/seed.ts';

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
    const creations = Array.from({ length: 5 }, () => hookOf(key.id).catch(() => undefined));
    const [revoked, ...made] = await Promise.all([
      revokeKey(key.id, { createdWebhooks: 'disable' }),
      ...creations,
    ]);
    expect(revoked.status).toBe(204);
    const remaining = made.filter((id) => id !== undefined);
    const statuses = await Promise.all(remaining.map(async (id) => (await readHook(id)).status));

    expect(statuses.filter((status) => status !== 'disabled')).toEqual([]);
  }
});
