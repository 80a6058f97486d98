import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { planWebhookDeletion } from '#lib/webhooks/delete.ts';
import { nextAttemptMessage } from '#lib/webhooks/delivery/next-message.ts';
import { sign, standardSignature } from '#lib/webhooks/delivery/signature.ts';
import { planRotation } from '#lib/webhooks/rotate.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { commitNow } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { addCall, addWebhook, readDelivery, readWebhook, workspaceId } from '../support/one-delivery.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';
import { type ReceivedCall, type Receiver, startReceiver } from '../support/receiver.ts';

const weekMs = 604_800_000;
let receiver: Receiver;

beforeAll(async () => {
  // No interval between attempts: another file tests the circuit breaker.
  await useOwnResources({ FAILING_ATTEMPT_SECONDS: '0' });
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.answer = { status: 200 };
  receiver.calls.length = 0;
  await takeMessages('deliveries');
});

async function rotate(webhookId: string, gracePeriodSeconds = weekMs / 1000) {
  const services = { ...connected(), vault: kmsVault(connected()) };

  return commitNow(
    workspaceId,
    await planRotation(services, { workspaceId }, webhookId, { gracePeriodSeconds }),
  );
}

/** A webhook with an old and a new secret, created while the clock stands still. */
async function rotatedWebhook() {
  const rotatedAt = Date.now();
  setClock(rotatedAt);
  const { id, secret: oldSecret } = await addWebhook(receiver.url);
  const { secret: newSecret } = await rotate(id);

  return { id, oldSecret, newSecret, rotatedAt };
}

const signedWith = ({ headers, body }: ReceivedCall, secret: string) =>
  headers['x-webhook-signature'] === sign(body, secret);

/** A receiver that compares signatures with these secrets, as the specification requires. */
const verifying = (secrets: readonly string[], mismatch: number) => (received: ReceivedCall) => ({
  status: secrets.some((secret) => signedWith(received, secret)) ? 200 : mismatch,
});

/** One event and its first attempt. @returns the result */
async function deliverAt(webhookId: string, at: number): Promise<unknown> {
  const call = await addCall(webhookId);
  setClock(at);
  receiver.calls.length = 0;
  expect(await consume(deliver, [{ ...call, dueAt: at }])).toEqual([]);

  return (await readDelivery(call))?.['status'];
}

describe.each([401, 400, 500])(
  'during the grace period, a receiver that rejects signatures with %i',
  (mismatch) => {
    test('and has only the old secret is not affected until the millisecond when the grace period ends', async () => {
      const { id, oldSecret, newSecret, rotatedAt } = await rotatedWebhook();
      receiver.answer = verifying([oldSecret], mismatch);
      for (const at of [0, 1, 86_400_000, weekMs - 1]) {
        expect(await deliverAt(id, rotatedAt + at)).toBe('delivered');
        expect(receiver.calls).toHaveLength(1);
      }
      expect(await readWebhook(id)).toMatchObject({ consecutiveFailures: 0 });

      expect(await deliverAt(id, rotatedAt + weekMs)).toBe('pending');
      expect(receiver.calls.map((received) => signedWith(received, newSecret))).toEqual([true]);
    });

    test('and has only the new secret gets one second request, and then only the new signature', async () => {
      const { id, newSecret, rotatedAt } = await rotatedWebhook();
      receiver.answer = verifying([newSecret], mismatch);
      expect(await deliverAt(id, rotatedAt + 1)).toBe('delivered');
      const [first, second] = receiver.calls;
      expect(receiver.calls).toHaveLength(2);
      expect(second?.body).toBe(first?.body);
      for (const name of ['x-webhook-id', 'x-webhook-attempt', 'webhook-id']) {
        expect(second?.headers[name]).toBe(first?.headers[name]);
      }

      for (const at of [2, weekMs - 1, weekMs, 2 * weekMs]) {
        expect(await deliverAt(id, rotatedAt + at)).toBe('delivered');
        expect(receiver.calls).toHaveLength(1);
      }
      expect(await readWebhook(id)).toMatchObject({ status: 'healthy', consecutiveFailures: 0 });
    });

    test('and has both gets one request', async () => {
      const { id, oldSecret, newSecret, rotatedAt } = await rotatedWebhook();
      receiver.answer = verifying([oldSecret, newSecret], mismatch);
      for (const at of [0, weekMs - 1, weekMs]) {
        expect(await deliverAt(id, rotatedAt + at)).toBe('delivered');
        expect(receiver.calls).toHaveLength(1);
      }
    });

    test('and has neither fails once for both, and after three double rejections gets one request per attempt for ten minutes', async () => {
      const { id, rotatedAt } = await rotatedWebhook();
      receiver.answer = { status: mismatch };
      const asked: number[] = [];
      const tenMinutes = 600_000;
      for (const at of [0, 1, 2, 3, tenMinutes + 1, tenMinutes + 2]) {
        expect(await deliverAt(id, rotatedAt + at)).toBe('pending');
        asked.push(receiver.calls.length);
      }

      expect(asked).toEqual([2, 2, 2, 1, 1, 2]);
      expect(await readWebhook(id)).toMatchObject({
        consecutiveFailures: 6,
        lastFailureAt: new Date(rotatedAt + tenMinutes + 2).toISOString(),
        lastError: { code: `http_${mismatch}`, statusCode: mismatch },
      });
    });
  },
);

describe('during the grace period', () => {
  test('a receiver that does not verify gets the old signature, and the new one from the millisecond when the period ends', async () => {
    const { id, oldSecret, newSecret, rotatedAt } = await rotatedWebhook();
    for (const [at, secret] of [
      [0, oldSecret],
      [weekMs - 1, oldSecret],
      [weekMs, newSecret],
    ] as const) {
      expect(await deliverAt(id, rotatedAt + at)).toBe('delivered');
      expect(receiver.calls.map((received) => signedWith(received, secret))).toEqual([true]);
    }
  });

  test.each([301, 408, 410, 413, 429, 502, 503])(
    'a response %i is no rejection of the signature: there is no second request',
    async (status) => {
      const { id, rotatedAt } = await rotatedWebhook();
      receiver.answer = { status };

      expect(await deliverAt(id, rotatedAt + 1)).toBe('pending');
      expect(receiver.calls).toHaveLength(1);
    },
  );

  test('webhook-signature has the signatures of both secrets, and one before and after', async () => {
    const { id, oldSecret, newSecret, rotatedAt } = await rotatedWebhook();
    const signatures = async (at: number) => {
      await deliverAt(id, at);
      const [received] = receiver.calls;
      if (!received) throw new Error('nothing came');
      const { headers, body } = received;
      const [eventId, seconds] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
      const by = (secret: string) => standardSignature(eventId, seconds, body, secret);
      const given = String(headers['webhook-signature']).split(' ');

      return given.map((each) => (each === by(oldSecret) ? 'old' : each === by(newSecret) ? 'new' : each));
    };

    expect(await signatures(rotatedAt)).toEqual(['old', 'new']);
    expect(await signatures(rotatedAt + weekMs)).toEqual(['new']);
  });

  test('a receiver with any of the secrets of several rotations accepts each delivery until its grace period ends', async () => {
    const { id, oldSecret, newSecret, rotatedAt } = await rotatedWebhook();
    const secrets = [oldSecret, newSecret];
    for (let rotation = 1; rotation <= 8; rotation++) {
      setClock(rotatedAt + rotation);
      secrets.push((await rotate(id)).secret);
    }
    expect(secrets).toHaveLength(10);
    for (const secret of secrets) {
      receiver.answer = verifying([secret], 401);
      expect(await deliverAt(id, rotatedAt + 1000)).toBe('delivered');
      expect(String(receiver.calls[0]?.headers['webhook-signature']).split(' ')).toHaveLength(10);
      expect(await deliverAt(id, rotatedAt + 1000)).toBe('delivered');
      expect(receiver.calls).toHaveLength(1);
    }
    expect(await readWebhook(id)).toMatchObject({ consecutiveFailures: 0 });

    receiver.answer = verifying([newSecret], 401);
    expect(await deliverAt(id, rotatedAt + weekMs)).toBe('delivered');
    expect(await deliverAt(id, rotatedAt + weekMs + 1)).toBe('pending');
  });

  test('an eleventh valid secret is refused, with the time when the next rotation is possible', async () => {
    const { id, rotatedAt } = await rotatedWebhook();
    for (let rotation = 1; rotation <= 8; rotation++) {
      setClock(rotatedAt + rotation);
      await rotate(id);
    }
    const until = new Date(rotatedAt + weekMs).toISOString();
    await expect(rotate(id)).rejects.toThrow(
      `a webhook has at most 10 valid secrets: revoke the previous ones, or wait until ${until}`,
    );
    setClock(rotatedAt + weekMs);
    await rotate(id);
    expect((await rotate(id, 0)).secretRotation).toBeNull();
  });

  test('a receiver that has the new secret keeps it through the next rotation', async () => {
    const { id, newSecret, rotatedAt } = await rotatedWebhook();
    receiver.answer = verifying([newSecret], 401);
    await deliverAt(id, rotatedAt + 1);
    setClock(rotatedAt + 2);
    await rotate(id);

    expect(await deliverAt(id, rotatedAt + 3)).toBe('delivered');
    expect(receiver.calls).toHaveLength(1);
  });

  test('a failing receiver that accepts the new secret recovers, and the secret is stored', async () => {
    const { id, newSecret, rotatedAt } = await rotatedWebhook();
    receiver.answer = { status: 503 };
    await deliverAt(id, rotatedAt + 1);
    receiver.answer = verifying([newSecret], 401);
    expect(await deliverAt(id, rotatedAt + 2)).toBe('delivered');

    const { consecutiveFailures, acceptedSecret, sealedSecret } = await readWebhook(id);
    expect(consecutiveFailures).toBe(0);
    expect(acceptedSecret).toBe(sealedSecret);
  });
});

test('without a grace period, deliveries are immediately signed with the new secret', async () => {
  const { id } = await addWebhook(receiver.url);
  const { secret } = await rotate(id, 0);
  receiver.answer = verifying([secret], 401);

  expect(await deliverAt(id, Date.now())).toBe('delivered');
  expect(receiver.calls).toHaveLength(1);
});

test('successes of a healthy webhook are recorded once a minute', async () => {
  const { id } = await addWebhook(receiver.url);
  const first = Date.now();
  const noted: unknown[] = [];
  for (const at of [0, 1, 59_999, 60_000]) {
    await deliverAt(id, first + at);
    noted.push((await readWebhook(id)).lastSuccessAt);
  }
  const [minute, next] = [first, first + 60_000].map((at) => new Date(at).toISOString());

  expect(noted).toEqual([minute, minute, minute, next]);
});

test('a delivery with a pending attempt ends when its webhook is deleted', async () => {
  const { id } = await addWebhook(receiver.url);
  const call = await addCall(id);
  receiver.answer = { status: 500 };
  await consume(deliver, [call]);
  const next = nextAttemptMessage(await readDelivery(call));
  await commitNow(workspaceId, planWebhookDeletion(workspaceId, id, Date.now()));
  setClock(next?.dueAt ?? 0);
  expect(await consume(deliver, [next])).toEqual([]);

  expect(receiver.calls).toHaveLength(1);
  const delivery = await readDelivery(call);
  expect(delivery).toMatchObject({ status: 'exhausted', attempts: 1 });
  expect(delivery).not.toHaveProperty('gsi3pk');
});
