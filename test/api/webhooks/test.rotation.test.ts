import { Webhook as StandardVerifier } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { attemptDelivery } from '#lib/webhooks/delivery/attempt.ts';
import { sign } from '#lib/webhooks/delivery/signature.ts';
import { readWebhook } from '#lib/webhooks/read.ts';
import { handler as get } from '../../../functions/webhooks/get.ts';
import { handler as sendTest } from '../../../functions/webhooks/test.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { type ReceivedCall, type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addWebhook, rotateSecret } from '../support/seed.ts';

let workspace: Workspace;
let receiver: Receiver;
let id: string;
let oldSecret: string;
let newSecret: string;

beforeAll(async () => {
  [receiver, workspace] = await Promise.all([startReceiver(), newWorkspace()]);
});
beforeEach(async () => {
  ({ id, secret: oldSecret } = await addWebhook(workspace.workspaceId, { url: receiver.url }));
  ({ secret: newSecret } = await rotateSecret(workspace.workspaceId, id));
  receiver.calls.length = 0;
});

const request = () => ({ params: { id }, apiKey: workspace.apiKey });
const postTest = async () =>
  (await call(sendTest, { method: 'POST', path: `/webhooks/${id}/test`, ...request() })).body;
const rotation = async () =>
  (await call(get, { method: 'GET', path: `/webhooks/${id}`, ...request() })).body.secretRotation;

/** A receiver that verifies as the specification of Standard Webhooks requires. */
const standardReceiver = (secret: string) => {
  const verifier = new StandardVerifier(secret);

  return ({ body, headers }: ReceivedCall) => {
    try {
      verifier.verify(body, headers as Record<string, string>);

      return { status: 204, body: '' };
    } catch {
      return { status: 401 };
    }
  };
};

/** A receiver that compares `X-Webhook-Signature`. */
const plainReceiver =
  (secret: string) =>
  ({ body, headers }: ReceivedCall) => ({
    status: headers['x-webhook-signature'] === sign(body, secret) ? 200 : 401,
  });

async function deliver() {
  const { workspaceId } = workspace;
  const services = { ...connected(), vault: kmsVault(connected()), loopback: 'allow' as const };
  const webhook = await readWebhook(services.table, workspaceId, id);
  const event = { eventId: 'evt_1', type: 'contact.created', payload: '{}', attempt: 1 } as const;

  return attemptDelivery(services, { workspaceId, webhook, ...event });
}

describe.each([
  ['of Standard Webhooks', standardReceiver],
  ['of X-Webhook-Signature', plainReceiver],
])('a receiver %s', (_, receiverWith) => {
  test('that has the new secret completes the rotation when it accepts a test', async () => {
    receiver.answer = receiverWith(newSecret);

    expect((await rotation()).lastAcceptedSecret).toBe('previous');
    expect(await postTest()).toMatchObject({ isDelivered: true, requests: [{ signedWith: 'current' }] });
    expect(receiver.calls).toHaveLength(1);
    expect(await rotation()).toMatchObject({
      lastAcceptedSecret: 'current',
      previousSecrets: [{ isLastAccepted: false }],
    });
  });

  test('that has the previous secret rejects the first request, and the rotation continues', async () => {
    receiver.answer = receiverWith(oldSecret);
    const before = await readWebhook(connected().table, workspace.workspaceId, id);

    expect(await postTest()).toMatchObject({
      isDelivered: true,
      requests: [
        { signedWith: 'current', statusCode: 401 },
        { signedWith: 'previous', statusCode: expect.any(Number) },
      ],
    });
    expect(await readWebhook(connected().table, workspace.workspaceId, id)).toEqual(before);
    expect((await deliver()).requests).toHaveLength(1);
  });

  test('gets deliveries with one request after the rotation is complete', async () => {
    receiver.answer = receiverWith(newSecret);
    await postTest();

    expect((await deliver()).requests).toMatchObject([{ signedWith: 'current' }]);
  });
});

test('a delivery has both signatures of Standard Webhooks, so it cannot complete the rotation', async () => {
  receiver.answer = standardReceiver(newSecret);

  expect((await deliver()).acceptedSecret).toBeUndefined();
  expect(receiver.calls[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
});

test('an unreachable endpoint does not complete the rotation', async () => {
  receiver.answer = { status: 503 };

  expect((await postTest()).isDelivered).toBe(false);
  expect((await rotation()).lastAcceptedSecret).toBe('previous');
});
