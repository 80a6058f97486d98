import { beforeAll, describe, expect, test } from 'vitest';
import { handler as createKey } from '../../../functions/api-keys/create.ts';
import { handler as revoke } from '../../../functions/api-keys/revoke.ts';
import { handler as create } from '../../../functions/webhooks/create.ts';
import { handler as enable } from '../../../functions/webhooks/enable.ts';
import { handler as get } from '../../../functions/webhooks/get.ts';
import { handler as list } from '../../../functions/webhooks/list.ts';
import { handler as rotate } from '../../../functions/webhooks/rotate-secret.ts';
import { handler as update } from '../../../functions/webhooks/update.ts';
import { call } from '../../support/call.ts';
import { newApiKey, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { addWebhook } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';

type Credential = { readonly apiKey?: string; readonly cookie?: string };

const hook = { url: 'https://hooks.example.com/in', events: ['contact.created'] };

let workspace: Workspace;
const post = (credential: Credential) =>
  call(create, { method: 'POST', path: '/webhooks', body: hook, ...credential });
const patch = (id: string, body: Record<string, unknown>, apiKey: string) =>
  call(update, { method: 'PATCH', path: `/webhooks/${id}`, params: { id }, body, apiKey });
const idOf = (apiKey: string) => `key_${apiKey.slice(4, 30)}`;

/** Revokes the key with `createdWebhooks=disable`. @returns the webhook afterwards */
async function endWith(apiKey: string, webhookId: string) {
  const params = { id: idOf(apiKey) };
  const query = { createdWebhooks: 'disable' };
  const path = `/api-keys/${params.id}`;
  expect((await call(revoke, { method: 'DELETE', path, params, query, ...workspace })).status).toBe(204);
  const found = { path: `/webhooks/${webhookId}`, params: { id: webhookId } };

  return (await call(get, { method: 'GET', ...found, ...workspace })).body;
}

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('the creator of a webhook', () => {
  test('is the user or the API key that created it', async () => {
    const user = await newUser(workspace.workspaceId, { role: 'member' });
    const byUser = await post({ cookie: await newCookie(user) });
    const byKey = await post(workspace);
    const listed = await call(list, { method: 'GET', path: '/webhooks', ...workspace });

    expect(byUser.body.createdBy).toBe(user.userId);
    expect(byKey.body.createdBy).toBe(idOf(workspace.apiKey));
    expect(listed.body.data.map(({ createdBy }: { createdBy: string }) => createdBy)).toEqual(
      expect.arrayContaining([byUser.body.createdBy, byKey.body.createdBy]),
    );
  });

  test('is null for a webhook of the operator, and stays null', async () => {
    const { id } = await addWebhook(workspace.workspaceId);
    const changed = await patch(id, { description: 'CRM' }, workspace.apiKey);
    const shown = await call(get, { method: 'GET', path: `/webhooks/${id}`, params: { id }, ...workspace });

    expect([changed.body.createdBy, shown.body.createdBy]).toEqual([null, null]);
  });

  test('is the caller who last changed the URL, so that disabling with this caller includes it', async () => {
    const { id } = await addWebhook(workspace.workspaceId);
    const other = await newApiKey(workspace.workspaceId, { scope: 'full-access' });
    const changed = await patch(id, { url: 'https://elsewhere.example.com/in' }, other);
    expect([changed.body.createdBy, changed.body.secretCreatedBy]).toEqual([idOf(other), null]);
    const settings = { description: 'CRM', events: ['*'], include: ['contact'], filters: { tags: ['vip'] } };
    await patch(id, settings, workspace.apiKey);

    expect(await endWith(other, id)).toMatchObject({ status: 'disabled', createdBy: idOf(other) });
  });

  test('has the secret, until another caller rotates it: disabling with either caller includes the webhook', async () => {
    const created = await post(workspace);
    const { id, secretCreatedBy } = created.body;
    expect(secretCreatedBy).toBe(idOf(workspace.apiKey));
    const other = await newApiKey(workspace.workspaceId, { scope: 'full-access' });
    const path = `/webhooks/${id}/rotate-secret`;
    const body = { gracePeriodSeconds: 0 };
    const rotated = await call(rotate, { method: 'POST', path, params: { id }, body, apiKey: other });
    const creators = { createdBy: idOf(workspace.apiKey), secretCreatedBy: idOf(other) };
    expect(rotated.body).toMatchObject(creators);

    expect(await endWith(other, id)).toMatchObject({ status: 'disabled', ...creators });
  });

  test.each([
    ['is valid for', 604_800, 'disabled'],
    ['ended before', 0, 'healthy'],
  ])('of a previous secret that %s %i s ends with the webhook: %s', async (_, gracePeriodSeconds, status) => {
    const { id } = await addWebhook(workspace.workspaceId);
    const former = await newApiKey(workspace.workspaceId, { scope: 'full-access' });
    const rotateWith = (apiKey: string, body: object) => {
      const path = `/webhooks/${id}/rotate-secret`;

      return call(rotate, { method: 'POST', path, params: { id }, body, apiKey });
    };
    await rotateWith(former, {});
    const rotated = await rotateWith(workspace.apiKey, { gracePeriodSeconds });
    expect(rotated.body).toMatchObject({ secretCreatedBy: idOf(workspace.apiKey) });

    expect(await endWith(former, id)).toMatchObject({ status });
  });

  test('cannot be set or changed by a request', async () => {
    const { id } = await addWebhook(workspace.workspaceId);

    expectProblem(await patch(id, { createdBy: 'usr_x' }, workspace.apiKey), 422, 'VALIDATION_ERROR');
  });
});

describe('an API key with an expiry', () => {
  let temporaryKey: string;
  let webhookId: string;

  beforeAll(async () => {
    const body = {
      name: 'ci',
      scope: 'full-access',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const made = await call(createKey, { method: 'POST', path: '/api-keys', body, ...workspace });
    temporaryKey = made.body.key;
    webhookId = (await addWebhook(workspace.workspaceId)).id;
  });

  test('cannot create a webhook, which would outlive it', async () => {
    const refused = await post({ apiKey: temporaryKey });

    expectProblem(refused, 403, 'FORBIDDEN');
    expect(refused.body.error.message).toBe('an API key with an expiry cannot give access that outlives it');
  });

  test.each([
    { url: 'https://other.example.com/' },
    { events: ['*'] },
    { include: ['contact'] },
    { filters: {} },
  ])('cannot change what a webhook sends and where: %j', async (body) => {
    expectProblem(await patch(webhookId, body, temporaryKey), 403, 'FORBIDDEN');
  });

  test('can change the description of a webhook', async () => {
    expect((await patch(webhookId, { description: 'CRM' }, temporaryKey)).status).toBe(200);
  });

  test('cannot enable a webhook', async () => {
    const params = { id: webhookId };
    const path = `/webhooks/${webhookId}/enable`;

    expectProblem(
      await call(enable, { method: 'POST', path, params, body: {}, apiKey: temporaryKey }),
      403,
      'FORBIDDEN',
    );
  });

  test('cannot get a new secret of a webhook', async () => {
    const params = { id: webhookId };
    const path = `/webhooks/${webhookId}/rotate-secret`;
    const refused = await call(rotate, { method: 'POST', path, params, apiKey: temporaryKey });

    expectProblem(refused, 403, 'FORBIDDEN');
  });
});
