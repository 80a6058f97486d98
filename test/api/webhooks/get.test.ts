import { beforeAll, describe, expect, test } from 'vitest';
import { Scope } from '#lib/values/principal.ts';
import { Role } from '#lib/values/role.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { handler as get } from '../../../functions/webhooks/get.ts';
import { handler as list } from '../../../functions/webhooks/list.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newApiKey, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { setClock } from '../../workers/support/clock.ts';
import { addWebhook, rotateSecret } from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';

let workspace: Workspace;
const read = (id: string, { apiKey } = workspace) =>
  call(get, { method: 'GET', path: `/webhooks/${id}`, params: { id }, apiKey });
const setState = (id: string, set: Record<string, unknown>) =>
  connected().table.update({ update: webhookKey(workspace.workspaceId, id), set });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a webhook as created, without its secret', async () => {
    const { secret, ...webhook } = await addWebhook(workspace.workspaceId, { description: 'CRM' });
    const { status, body, text } = await read(webhook.id);

    expect(status).toBe(200);
    expect(body).toEqual(webhook);
    expect(text).not.toContain(secret.slice('whsec_'.length));
    expect(text).not.toMatch(/sealed|whsec/i);
  });

  test('delivery health is included, internal attributes are not', async () => {
    const { secret: _, ...webhook } = await addWebhook(workspace.workspaceId);
    const at = new Date().toISOString();
    const state = {
      status: 'failing',
      consecutiveFailures: 7,
      lastSuccessAt: at,
      lastFailureAt: at,
      lastError: { code: 'http_503', statusCode: 503 },
    };
    await setState(webhook.id, { ...state, doubleRejections: 2, fallbackPausedUntil: 1, anythingElse: true });

    expect((await read(webhook.id)).body).toEqual({ ...webhook, ...state });
  });

  test('a rotation is shown until the last millisecond of its grace period', async () => {
    const { id } = await addWebhook(workspace.workspaceId);
    const { secretRotation } = await rotateSecret(workspace.workspaceId, id);
    const expiresAt = Date.parse(secretRotation?.previousExpiresAt ?? '');
    setClock(expiresAt - 1);
    expect((await read(id)).body.secretRotation).toEqual(secretRotation);

    setClock(expiresAt);
    expect((await read(id)).body.secretRotation).toBeNull();
  });
});

describe('the URL of an endpoint, which can be a secret', () => {
  const url = 'https://hooks.example.com:8443/services/T000/SECRETtoken123?key=abc';
  const masked = 'https://hooks.example.com:8443/***';
  const urlsFor = async (caller: { apiKey?: string; cookie?: string }) => {
    const { workspaceId } = await newWorkspace();
    const { id } = await addWebhook(workspaceId, { url });
    const cookie =
      caller.cookie && (await newCookie(await newUser(workspaceId, { role: Role.parse(caller.cookie) })));
    const apiKey = caller.apiKey && (await newApiKey(workspaceId, { scope: Scope.parse(caller.apiKey) }));
    const credential = { ...(cookie && { cookie }), ...(apiKey && { apiKey }) };
    const one = await call(get, { method: 'GET', path: `/webhooks/${id}`, params: { id }, ...credential });
    const all = await call(list, { method: 'GET', path: '/webhooks', ...credential });
    expectDocumented('webhooks.get', one);
    expectDocumented('webhooks.list', all);

    return [one.body.url, all.body.data[0].url];
  };

  test.each([{ apiKey: 'full-access' }, { cookie: 'owner' }, { cookie: 'member' }])(
    'is complete for callers that may change webhooks: %o',
    async (caller) => expect(await urlsFor(caller)).toEqual([url, url]),
  );

  test.each([{ apiKey: 'read-only' }, { cookie: 'viewer' }])(
    'is masked for callers that may not change webhooks: %o',
    async (caller) => expect(await urlsFor(caller)).toEqual([masked, masked]),
  );
});

describe('rejects', () => {
  test('a webhook of another workspace does not exist', async () => {
    const { id } = await addWebhook(workspace.workspaceId);

    expect((await read(id, await newWorkspace())).status).toBe(404);
    expect((await read(unknownId(id))).status).toBe(404);
  });
});
