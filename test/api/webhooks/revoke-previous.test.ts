import { beforeAll, describe, expect, test } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { planWebhookDeletion } from '#lib/webhooks/delete.ts';
import { sign } from '#lib/webhooks/delivery/signature.ts';
import { secretContext } from '#lib/webhooks/items.ts';
import { planSecretRevocation } from '#lib/webhooks/rotate.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { handler as get } from '../../../functions/webhooks/get.ts';
import { handler as revoke } from '../../../functions/webhooks/revoke-previous.ts';
import { handler as rotate } from '../../../functions/webhooks/rotate-secret.ts';
import { call } from '../../support/call.ts';
import { connected, newApiKey } from '../../support/stack.ts';
import { setClock } from '../../workers/support/clock.ts';
import { consume } from '../../workers/support/invoke.ts';
import { addCall, readWebhook, workspaceId } from '../../workers/support/one-delivery.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addWebhook, commitNow, rotateSecret } from '../support/seed.ts';

let apiKey: string;
let receiver: Receiver;
const post = (id: string) => call(revoke, { method: 'POST', path: '/webhooks', params: { id }, apiKey });
const read = async (id: string) =>
  (await call(get, { method: 'GET', path: '/webhooks', params: { id }, apiKey })).body;

beforeAll(async () => {
  // Other deliveries in this file must not reach the receiver.
  await useOwnResources();
  apiKey = await newApiKey(workspaceId, { scope: 'full-access' });
  receiver = await startReceiver();
});

/** A webhook within the grace period of its rotation. */
async function rotatedWebhook() {
  const { id, secret: oldSecret } = await addWebhook(workspaceId, { url: receiver.url });
  const { secret: newSecret, ...rotated } = await rotateSecret(workspaceId, id);

  return { id, oldSecret, newSecret, rotated };
}

describe('accepts', () => {
  test('the end of a grace period: the previous secret is deleted, the current one is unchanged', async () => {
    const { id, rotated } = await rotatedWebhook();
    const before = await readWebhook(id);
    const { status, body, text } = await post(id);

    expect(status).toBe(200);
    expect(body).toEqual({ ...rotated, secretRotation: null, updatedAt: expect.any(String) });
    expect(body.updatedAt > rotated.updatedAt).toBe(true);
    expect(await read(id)).toEqual(body);
    expect(text).not.toMatch(/sealed|whsec/i);
    const { previousSecrets, acceptedSecret: _, ...kept } = before;
    expect(previousSecrets).toHaveLength(1);
    expect(await readWebhook(id)).toEqual({ ...kept, updatedAt: body.updatedAt });
  });

  test('deliveries are immediately signed with the current secret only', async () => {
    const { id, oldSecret, newSecret } = await rotatedWebhook();
    receiver.answer = { status: 401 };
    const signaturesOf = async () => {
      receiver.calls.length = 0;
      await consume(deliver, [await addCall(id)]);

      return receiver.calls.map(({ headers, body }) =>
        [oldSecret, newSecret].map((secret) => headers['x-webhook-signature'] === sign(body, secret)),
      );
    };
    expect(await signaturesOf()).toEqual([
      [true, false],
      [false, true],
    ]);

    await post(id);
    expect(await signaturesOf()).toEqual([[false, true]]);
  });

  test('a webhook without a rotation, with a revoked one, or with an expired one', async () => {
    const { id } = await addWebhook(workspaceId);
    const revoked = await rotatedWebhook();
    await post(revoked.id);
    const over = await rotatedWebhook();
    setClock(Date.parse(over.rotated.secretRotation?.previousExpiresAt ?? ''));
    for (const each of [id, revoked.id, over.id]) {
      const [before, shown] = [await readWebhook(each), await read(each)];
      const { status, body } = await post(each);

      expect(status).toBe(200);
      expect(body).toEqual(shown);
      expect(body.secretRotation).toBeNull();
      expect(await readWebhook(each)).toEqual(before);
    }
  });

  test('concurrent requests, and revokes once', async () => {
    const { id } = await rotatedWebhook();
    const replies = await Promise.all([post(id), post(id), post(id), post(id)]);
    const after = await read(id);

    expect(replies.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(4).fill({ status: 200, body: after }),
    );
  });

  test('a later rotation starts a new grace period', async () => {
    const { id, newSecret } = await rotatedWebhook();
    await post(id);
    const { secretRotation } = await rotateSecret(workspaceId, id);
    const { previousSecrets = [] } = await readWebhook(id);

    expect(secretRotation).toMatchObject({ lastAcceptedSecret: 'previous' });
    expect(await opened(id, previousSecrets[0]?.sealed ?? '')).toBe(newSecret);
  });

  test('concurrent rotations: a returned secret stays the current one', async () => {
    const { id } = await rotatedWebhook();
    const rotateNow = () =>
      call(rotate, { method: 'POST', path: '/webhooks', params: { id }, apiKey, body: {} });
    const [rotations, revocations] = await Promise.all([
      Promise.all([rotateNow(), rotateNow(), rotateNow()]),
      Promise.all([post(id), post(id), post(id)]),
    ]);
    const { sealedSecret } = await readWebhook(id);

    expect([...rotations, ...revocations].map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(revocations.map(({ body }) => body.secretRotation)).toEqual([null, null, null]);
    expect(rotations.map(({ body }) => body.secret)).toContain(await opened(id, sealedSecret));
  });

  test('a revocation during a concurrent rotation is retried', async () => {
    for (const meanwhile of [
      (id: string) => rotateSecret(workspaceId, id),
      (id: string) => post(id),
      (id: string) => commitNow(workspaceId, planWebhookDeletion(workspaceId, id, Date.now())),
    ]) {
      const { id } = await rotatedWebhook();
      const change = await planSecretRevocation(connected(), workspaceId, id);
      await meanwhile(id);

      await expect(commitNow(workspaceId, change)).rejects.toBeInstanceOf(StaleDecision);
    }
  });
});

function opened(webhookId: string, sealed: string): Promise<string> {
  return kmsVault(connected()).open(workspaceId, secretContext(webhookId), sealed);
}
