import { expect, vi } from 'vitest';
import { addHeldDelivery, addQuietAccount } from '../../../api/support/seed.ts';
import { acceptingUrl } from '../../../support/accepting-endpoint.ts';
import { bodyOf } from '../../../support/answer.ts';
import { useStack } from '../../../support/stack.ts';
import { newUser } from '../../../support/users.ts';
import { type Customer, logIn, readAll } from '../typed-client.ts';

export async function manageWebhooks({ api }: Customer): Promise<void> {
  const webhooks: { id: string; secret: string }[] = [];
  for (const pathParams of ['one', 'two', 'three']) {
    const body = {
      url: `https://hooks.example.com/${pathParams}`,
      events: ['email.sent' as const, 'campaign.completed' as const],
    };
    webhooks.push(bodyOf(await api.POST('/webhooks', { body })));
  }
  const [first = { id: '', secret: '' }] = webhooks;
  expect(first).toMatchObject({ status: 'healthy', secret: expect.stringMatching(/^whsec_/) });
  const listed = await readAll((page) => api.GET('/webhooks', { params: { query: page } }));
  expect(listed.map(({ id }) => id)).toEqual(webhooks.map(({ id }) => id).toReversed());
  expect(listed.some((webhook) => 'secret' in webhook)).toBe(false);

  const params = { path: { id: first.id } };
  const body = { url: 'https://hooks.example.com/moved', description: 'CRM' };
  expect(bodyOf(await api.PATCH('/webhooks/{id}', { params, body }))).toMatchObject(body);
  const rotated = bodyOf(await api.POST('/webhooks/{id}/rotate-secret', { params, body: {} }));
  expect(rotated.secret).not.toBe(first.secret);
  expect(rotated.secretRotation?.lastAcceptedSecret).toBe('previous');
  const revoked = await api.POST('/webhooks/{id}/rotate-secret/revoke-previous', { params });
  expect(bodyOf(revoked).secretRotation).toBeNull();
  expect(bodyOf(await api.GET('/webhooks/{id}', { params }))).toEqual(bodyOf(revoked));
  const enabled = await api.POST('/webhooks/{id}/enable', { params, body: { replay: 'held' } });
  expect(bodyOf(enabled)).toMatchObject({ status: 'healthy', nextAttemptAt: null });
  expect((await api.DELETE('/webhooks/{id}', { params })).response.status).toBe(204);
}

export async function watchDeliveries({ api, workspace }: Customer): Promise<void> {
  const { workspaceId } = workspace;
  const { id, deliveryId } = await addHeldDelivery(workspaceId, await acceptingUrl());
  const path = { id };
  const test = bodyOf(await api.POST('/webhooks/{id}/test', { params: { path } }));
  expect(test).toMatchObject({ isDelivered: true, requests: [{ statusCode: 204 }] });
  const heldDeliveries = await readAll((page) =>
    api.GET('/webhooks/{id}/deliveries', { params: { path, query: { ...page, status: 'held' } } }),
  );
  expect(heldDeliveries.map((delivery) => [delivery.id, delivery.attempts])).toEqual([[deliveryId, []]]);
  const resent = await api.POST('/webhooks/{id}/deliveries/{deliveryId}/resend', {
    params: { path: { id, deliveryId } },
  });
  expect(bodyOf(resent)).toMatchObject({ id: deliveryId, resends: 1 });
  const readStatuses = async () =>
    bodyOf(await api.GET('/webhooks/{id}/deliveries', { params: { path } })).data.map(({ status }) => status);
  // Polls the stack directly, because a customer has a hundred requests per minute.
  await vi.waitFor(async () => expect(await readStatuses()).toEqual(['delivered']), {
    timeout: 20_000,
    interval: 500,
  });
  const period = { after: new Date(Date.now() - 86_400_000).toISOString(), deliveries: 'all' as const };
  const replaying = await api.POST('/webhooks/{id}/replay', { params: { path }, body: period });
  expect(bodyOf(replaying).replay).toMatchObject({ ...period, completedAt: null });
}

export async function manageAccounts({ api, workspace }: Customer): Promise<void> {
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) ids.push(await addQuietAccount(workspace.workspaceId));
  const accounts = await readAll((page) => api.GET('/email-accounts', { params: { query: page } }));
  expect(accounts.map(({ id }) => id)).toEqual(ids.toReversed());

  const params = { path: { id: ids[0] ?? '' } };
  const body = { fromName: 'Ann at Example', dailyLimit: 20 };
  expect(bodyOf(await api.PATCH('/email-accounts/{id}', { params, body }))).toMatchObject(body);
  expect(bodyOf(await api.GET('/email-accounts/{id}', { params }))).toMatchObject(body);
  expect((await api.DELETE('/email-accounts/{id}', { params })).response.status).toBe(204);
  const query = { status: 'disconnected' as const };
  const { data } = bodyOf(await api.GET('/email-accounts', { params: { query } }));
  expect(data.map(({ id }) => id)).toEqual([params.path.id]);
}

export async function manageKeys({ api }: Customer): Promise<void> {
  const ids: string[] = [];
  for (const name of ['ci', 'dashboard', 'reports']) {
    ids.push(bodyOf(await api.POST('/api-keys', { body: { name, scope: 'read-only' } })).id);
  }
  const keys = await readAll((page) => api.GET('/api-keys', { params: { query: page } }));
  expect(keys.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));

  const params = { path: { id: ids[0] ?? '' } };
  expect((await api.DELETE('/api-keys/{id}', { params })).response.status).toBe(204);
  const remaining = await readAll((page) => api.GET('/api-keys', { params: { query: page } }));
  expect(remaining.length).toBe(keys.length - 1);
}

export async function useSession(customer: Customer): Promise<void> {
  const { api, workspace } = customer;
  const { session, headers } = await logIn(customer, await newUser(workspace.workspaceId));

  expect(bodyOf(await api.GET('/auth/session', { headers })).user).toEqual(session.user);
  const { smtp, imap } = useStack().mail;
  const mailbox = { email: 'me@customer.example', password: 'any', smtp, imap };
  const account = bodyOf(await api.POST('/connect/smtp', { headers, body: mailbox }));
  expect(account).toMatchObject({ email: mailbox.email, status: 'connected', dailyLimit: 50 });
  const params = { path: { provider: 'google' } } as const;
  expect(bodyOf(await api.GET('/connect', { headers })).providers).toEqual(expect.any(Array));
  const started = await api.GET('/connect/{provider}', { headers, params, redirect: 'manual' });
  expect(started.error?.error).toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('operator'),
  });
  const ended = await api.GET('/connect/{provider}/callback', {
    headers,
    params: { ...params, query: { state: 'nobody’s' } },
    parseAs: 'text',
  });
  expect(ended.response.status).toBe(422);
  const body = { email: 'written@customer.example' };
  expect(bodyOf(await api.POST('/contacts', { headers, body }))).toMatchObject(body);
  expect((await api.POST('/auth/logout', { headers })).response.status).toBe(204);
  expect((await api.GET('/auth/session', { headers })).error?.error.code).toBe('UNAUTHORIZED');
}

export async function readHealth({ api }: Customer): Promise<void> {
  expect(bodyOf(await api.GET('/health')).status).toBe('ok');
}
