import { verify } from '@octokit/webhooks-methods';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { attemptDelivery } from '#lib/webhooks/delivery/attempt.ts';
import { sign } from '#lib/webhooks/delivery/signature.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { readWebhook } from '#lib/webhooks/read.ts';
import { handler as sendTest } from '../../../functions/webhooks/test.ts';
import { call } from '../../support/call.ts';
import { expectDocumentedDelivery } from '../../support/documented.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addWebhook, rotateSecret } from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';

let workspace: Workspace;
let receiver: Receiver;

const post = (id: string, headers: Record<string, string> = {}, { apiKey } = workspace) =>
  call(sendTest, { method: 'POST', path: `/webhooks/${id}/test`, params: { id }, apiKey, headers });
const answered = (statusCode: number, signedWith = 'current') => ({
  signedWith,
  statusCode,
  error: null,
  durationMs: expect.any(Number),
  responseSnippet: 'thank you',
});

const readItem = (id: string) => connected().table.get(webhookKey(workspace.workspaceId, id));

beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(async () => {
  workspace = await newWorkspace();
  receiver.answer = { status: 200 };
  receiver.calls.length = 0;
});

describe('accepts', () => {
  test('a webhook with an endpoint that accepts the event, which is signed and sent like others', async () => {
    const { id, secret } = await addWebhook(workspace.workspaceId, { url: receiver.url });
    const { status, body } = await post(id);
    const [received, ...others] = receiver.calls;
    const { headers = {}, body: sent = '' } = received ?? {};

    expect(status).toBe(200);
    expect(body).toEqual({
      eventId: headers['x-webhook-id'],
      isDelivered: true,
      requests: [answered(200)],
    });
    expect(others).toEqual([]);
    expect(JSON.parse(sent)).toEqual({
      event: 'webhook.test',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { webhookId: id },
    });
    expect(headers).toMatchObject({
      'x-webhook-id': expect.stringMatching(/^evt_/),
      'x-webhook-event': 'webhook.test',
      'x-webhook-attempt': '1',
    });
    expectDocumentedDelivery({ headers, body: sent });
    expect(await verify(secret, sent, String(headers['x-webhook-signature']))).toBe(true);
  });

  test.each([301, 404, 429, 503])('an endpoint that responds %i, and returns the status', async (status) => {
    const { id } = await addWebhook(workspace.workspaceId, { url: receiver.url });
    receiver.answer = { status, headers: { 'Retry-After': '60', Location: receiver.url } };

    expect(await post(id)).toMatchObject({
      status: 200,
      body: { isDelivered: false, requests: [answered(status)] },
    });
    expect(receiver.calls).toHaveLength(1);
  });

  test('an unreachable endpoint, and returns an error code without internal details', async () => {
    const { id } = await addWebhook(workspace.workspaceId, { url: 'http://127.0.0.1:9/in' });

    expect(await post(id)).toMatchObject({
      status: 200,
      body: { isDelivered: false, requests: [{ statusCode: null, error: 'connect', responseSnippet: '' }] },
    });
  });

  test.each([
    ['healthy', 200],
    ['healthy', 500],
    ['failing', 200],
    ['failing', 500],
    ['disabled', 200],
    ['disabled', 500],
  ] as const)('a %s webhook that responds %i: nothing is counted', async (is, status) => {
    const { id } = await addWebhook(workspace.workspaceId, { url: receiver.url });
    await connected().table.update({
      update: webhookKey(workspace.workspaceId, id),
      set: { status: is, consecutiveFailures: 4, nextAttemptAt: Date.now() + 60_000 },
    });
    receiver.answer = { status };
    const before = await readItem(id);
    const { body } = await post(id);

    expect(await readItem(id)).toEqual(before);
    expect(body.isDelivered).toBe(status === 200);
    expect(receiver.calls).toHaveLength(1);
  });

  test('an endpoint with the previous secret: both secrets are tried, and the result is not stored', async () => {
    const { id, secret } = await addWebhook(workspace.workspaceId, { url: receiver.url });
    await rotateSecret(workspace.workspaceId, id);
    receiver.answer = ({ headers, body }) => ({
      status: headers['x-webhook-signature'] === sign(body, secret) ? 200 : 401,
    });
    const before = await readItem(id);
    const { body } = await post(id);

    expect(await readItem(id)).toEqual(before);
    expect(body).toMatchObject({
      isDelivered: true,
      requests: [answered(401, 'current'), answered(200, 'previous')],
    });
    const [first, second] = receiver.calls;
    expect(second?.headers['x-webhook-id']).toBe(first?.headers['x-webhook-id']);
    expect(second?.body).toBe(first?.body);
  });

  test('an endpoint that hangs at the second request: both share the time limit', async () => {
    const { workspaceId } = workspace;
    const { id } = await addWebhook(workspaceId, { url: receiver.url });
    await rotateSecret(workspaceId, id);
    receiver.answer = () =>
      receiver.calls.length === 1 ? { status: 401 } : new Promise<never>(() => undefined);
    const services = connected();
    const webhook = await readWebhook(services.table, workspaceId, id);
    const parcel = { workspaceId, webhook, eventId: 'evt_1', type: 'webhook.test', payload: '{}' } as const;
    const ports = { vault: kmsVault(services), loopback: 'allow', attemptTimeoutMs: 1000 } as const;
    const { requests } = await attemptDelivery({ ...services, ...ports }, { ...parcel, attempt: 1 });

    expect(requests).toMatchObject([{ statusCode: 401 }, { error: 'timeout' }]);
    expect(requests[1]?.durationMs).toBeLessThan(5000);
  });

  test('a repeated Idempotency-Key: the first result is returned, and no request is sent', async () => {
    const { id } = await addWebhook(workspace.workspaceId, { url: receiver.url });
    const first = await post(id, { 'Idempotency-Key': 'once' });
    receiver.answer = { status: 500 };
    const second = await post(id, { 'Idempotency-Key': 'once' });

    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(receiver.calls).toHaveLength(1);
    const other = await post(id, { 'Idempotency-Key': 'twice' });
    expect(other.body.isDelivered).toBe(false);
    expect(other.body.eventId).not.toBe(first.body.eventId);
  });
});

describe('rejects', () => {
  test('a webhook that does not exist, and one of another workspace, without a request', async () => {
    const { id } = await addWebhook(workspace.workspaceId, { url: receiver.url });

    expect((await post(unknownId(id))).status).toBe(404);
    expect((await post(id, {}, await newWorkspace())).status).toBe(404);
    expect(receiver.calls).toEqual([]);
  });
});

describe('concurrent tests with one Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'at-once' };

  test('send one request to the endpoint, and all return its result', async () => {
    const { id } = await addWebhook(workspace.workspaceId, { url: receiver.url });
    const arrived = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<{ status: number }>();
    receiver.answer = () => {
      arrived.resolve();

      return answered.promise;
    };
    const replies = Promise.all([post(id, key), post(id, key), post(id, key)]);
    await arrived.promise;
    // The others wait for the endpoint's response.
    await vi.waitFor(async () => expect(await countWaiting(workspace.workspaceId)).toBe(3), 9000);
    answered.resolve({ status: 200 });

    const [first, ...others] = await replies;
    expect(receiver.calls).toHaveLength(1);
    expect(first.status).toBe(200);
    for (const other of others) expect(other.body).toEqual(first.body);
  });

  test('send another request if the first one failed', async () => {
    const { id } = await addWebhook(workspace.workspaceId, { url: receiver.url });

    expect((await post(unknownId(id), key)).status).toBe(404);
    expect((await post(id, key)).status).toBe(200);
    expect((await post(id, key)).headers['idempotency-replayed']).toBe('true');
    expect(receiver.calls).toHaveLength(1);
  });
});

/** Number of requests in flight. */
async function countWaiting(workspaceId: string): Promise<number> {
  const key = { pk: `IN_FLIGHT#${workspaceId}`, sk: 'POST /webhooks/{id}/test' };

  return Number((await connected().table.get(key))?.['windowCount'] ?? 0);
}
