import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { timeOfId } from '#lib/values/ids.ts';
import { DeliveryMessage } from '#lib/values/queues.ts';
import type { Delivery } from '#lib/webhooks/delivery/delivery.ts';
import { deliveryIdOf, deliveryKey } from '#lib/webhooks/delivery/delivery-items.ts';
import { holdDelivery } from '#lib/webhooks/delivery/hold.ts';
import { planResend } from '#lib/webhooks/delivery/resend.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { handler as deliverSlowly } from '../../../functions/webhooks/deliver-slowly.ts';
import { handler as list } from '../../../functions/webhooks/list-deliveries.ts';
import { handler as resend } from '../../../functions/webhooks/resend.ts';
import { call } from '../../support/call.ts';
import { connected, newApiKey, newWorkspace } from '../../support/stack.ts';
import { takeCalls } from '../../workers/support/activity.ts';
import { setClock } from '../../workers/support/clock.ts';
import { releaseAndDeliver } from '../../workers/support/held.ts';
import { consume } from '../../workers/support/invoke.ts';
import { addCall, readDelivery, readWebhook, workspaceId } from '../../workers/support/one-delivery.ts';
import { takeMessages, useOwnResources } from '../../workers/support/own-resources.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addWebhook, commitNow } from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';

let apiKey: string;
let receiver: Receiver;

beforeAll(async () => {
  // The tests count requests, so no other worker may deliver.
  await useOwnResources();
  receiver = await startReceiver();
});
beforeEach(async () => {
  apiKey = await newApiKey(workspaceId, { scope: 'full-access' });
  receiver.answer = { status: 200 };
  receiver.calls.length = 0;
  await takeCalls('deliveries');
});

const post = ({ webhookId, eventId }: Pick<DeliveryMessage, 'webhookId' | 'eventId'>, key = apiKey) => {
  const params = { id: webhookId, deliveryId: deliveryIdOf(eventId) };
  const path = `/webhooks/${params.id}/deliveries/${params.deliveryId}/resend`;

  return call(resend, { method: 'POST', path, params, apiKey: key });
};
const shown = async ({ webhookId, eventId }: DeliveryMessage): Promise<Delivery> => {
  const request = { path: `/webhooks/${webhookId}/deliveries`, params: { id: webhookId } };
  const { body } = await call(list, { method: 'GET', ...request, apiKey });

  return body.data.find((each: Delivery) => each.eventId === eventId);
};

/** The requested resends that are in the queue. */
const takeResends = async () =>
  (await takeCalls('deliveries'))
    .map((message) => DeliveryMessage.parse(message))
    .filter((message) => message.resend !== undefined);

/** Requests a resend and makes the attempt. @returns the response and the queue message */
async function sendAgain(delivery: DeliveryMessage) {
  const reply = await post(delivery);
  const [message, ...others] = await takeResends();
  expect(others).toEqual([]);
  if (!message) throw new Error('no resend was requested');
  expect(await consume(deliver, [message])).toEqual([]);

  return { reply, message };
}

const states = ['delivered', 'pending', 'exhausted', 'held'] as const;

/** A delivery in a state, of a webhook with the required number of failures. */
async function deliveryThat(is: (typeof states)[number]): Promise<DeliveryMessage> {
  const { id } = await addWebhook(workspaceId, { url: receiver.url });
  const delivery = await addCall(id);
  if (is === 'held') await holdDelivery(connected().table, delivery, 'contact.created', {});
  else {
    receiver.answer = { status: is === 'delivered' ? 200 : 503 };
    for (let attempt = 1; attempt <= (is === 'exhausted' ? 5 : 1); attempt++) {
      await consume(deliver, [{ ...delivery, attempt }]);
      setClock(Number((await readDelivery(delivery))?.['dueAt'] ?? Date.now()));
    }
  }
  expect(await readDelivery(delivery)).toMatchObject({ status: is });
  receiver.answer = { status: 200 };
  receiver.calls.length = 0;

  return delivery;
}

/** The stored webhook without its slow-lane mark. */
async function healthOf({ webhookId }: DeliveryMessage) {
  const { slowUntil: _, ...webhook } = await readWebhook(webhookId);

  return webhook;
}

describe.each(states)('accepts a delivery that is %s', (state) => {
  test('which is returned unchanged and sent with the same id and bytes', async () => {
    const delivery = await deliveryThat(state);
    const before = await shown(delivery);
    const { reply, message } = await sendAgain(delivery);

    expect(reply.status).toBe(202);
    expect(reply.body).toEqual({ ...before, resends: 1 });
    const attempt = state === 'exhausted' ? 5 : 1;
    expect(message).toMatchObject({ ...delivery, attempt, dueAt: expect.any(Number), resend: 1 });
    expect(receiver.calls).toHaveLength(1);
    expect(receiver.calls[0]?.headers).toMatchObject({
      'x-webhook-id': delivery.eventId,
      'x-webhook-attempt': String(attempt),
    });
    expect(JSON.parse(receiver.calls[0]?.body ?? '')).toMatchObject({
      event: 'contact.created',
      data: { contactId: delivery.subjectId },
    });
  });

  test('which becomes delivered when accepted, and does not change the endpoint’s health', async () => {
    const delivery = await deliveryThat(state);
    const [before, health] = [await shown(delivery), await healthOf(delivery)];
    await sendAgain(delivery);

    expect(await shown(delivery)).toEqual({
      ...before,
      status: 'delivered',
      nextAttemptAt: null,
      resends: 1,
      attempts: [
        ...before.attempts,
        {
          number: state === 'exhausted' ? 5 : 1,
          trigger: 'resend',
          startedAt: expect.any(String),
          requests: [expect.objectContaining({ statusCode: 200, responseSnippet: 'thank you' })],
        },
      ],
    });
    expect(await healthOf(delivery)).toEqual(health);
    const item = await readDelivery(delivery);
    for (const place of ['gsi3pk', 'gsi3sk', 'dueAt']) expect(item).not.toHaveProperty(place);
  });

  test('which does not change when rejected, without a failure of the endpoint', async () => {
    const delivery = await deliveryThat(state);
    const [before, health, item] = [
      await shown(delivery),
      await healthOf(delivery),
      await readDelivery(delivery),
    ];
    receiver.answer = { status: 500 };
    await sendAgain(delivery);
    const { attempts, ...after } = await shown(delivery);

    expect(after).toEqual({ ...before, attempts: undefined, resends: 1 });
    expect(attempts).toHaveLength(before.attempts.length + 1);
    expect(attempts.at(-1)).toMatchObject({ trigger: 'resend', requests: [{ statusCode: 500 }] });
    expect(await healthOf(delivery)).toEqual(health);
    // Including its position among due or held deliveries.
    expect(await readDelivery(delivery)).toEqual({
      ...item,
      resends: 1,
      resent1: true,
      log: expect.any(Array),
    });
  });
});

describe('accepts', () => {
  test('a delivery with a pending attempt, which is cancelled when the resend is accepted', async () => {
    const delivery = await deliveryThat('pending');
    await sendAgain(delivery);
    await consume(deliver, [{ ...delivery, attempt: 2, dueAt: 0 }]);

    expect(receiver.calls).toHaveLength(1);
    expect(await readDelivery(delivery)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  test('a held delivery, which is not released after an accepted resend', async () => {
    const delivery = await deliveryThat('held');
    await sendAgain(delivery);

    expect(await releaseAndDeliver(delivery.webhookId)).toBe(0);
    expect(receiver.calls).toHaveLength(1);
  });

  test('a failing webhook: the resend bypasses the circuit breaker and does not count', async () => {
    const delivery = await deliveryThat('held');
    const state = { status: 'failing', consecutiveFailures: 7, nextAttemptAt: Date.now() + 60_000 };
    await connected().table.update({ update: webhookKey(workspaceId, delivery.webhookId), set: state });
    receiver.answer = { status: 500 };
    await sendAgain(delivery);
    expect(await readWebhook(delivery.webhookId)).toMatchObject(state);
    receiver.answer = { status: 200 };
    await sendAgain(delivery);

    expect(receiver.calls).toHaveLength(2);
    expect(await readWebhook(delivery.webhookId)).toMatchObject(state);
    expect(await shown(delivery)).toMatchObject({ status: 'delivered', resends: 2 });
  });

  test('a slow endpoint: the resend uses the slow lane', async () => {
    const delivery = await deliveryThat('exhausted');
    const update = webhookKey(workspaceId, delivery.webhookId);
    await connected().table.update({ update, set: { slowUntil: Date.now() + 60_000 } });
    const { message } = await sendAgain(delivery);
    expect(receiver.calls).toEqual([]);
    expect(await takeMessages('slowlane')).toContainEqual(message);
    await consume(deliverSlowly, [message]);

    expect(await shown(delivery)).toMatchObject({ status: 'delivered' });
  });

  test('a duplicate message, which is logged once', async () => {
    for (const status of [200, 500]) {
      const delivery = await deliveryThat('exhausted');
      receiver.answer = { status };
      const { message } = await sendAgain(delivery);
      await Promise.all([consume(deliver, [message]), consume(deliver, [message])]);

      expect((await shown(delivery)).attempts.map(({ trigger }) => trigger)).toEqual([
        ...Array(5).fill('schedule'),
        'resend',
      ]);
    }
  });

  test('concurrent requests, each with its own attempt', async () => {
    const delivery = await deliveryThat('delivered');
    const replies = await Promise.all([post(delivery), post(delivery), post(delivery)]);
    const messages = await takeResends();

    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(replies.map(({ body }) => body.resends).sort()).toEqual([1, 2, 3]);
    expect(messages.map((message) => message.resend).sort()).toEqual([1, 2, 3]);
  });

  test('a request during a concurrent change, and retries it', async () => {
    const delivery = await deliveryThat('exhausted');
    const deliveryId = deliveryIdOf(delivery.eventId);
    const plan = () => planResend(connected(), workspaceId, delivery.webhookId, deliveryId);
    const [first, second] = [await plan(), await plan()];
    await commitNow(workspaceId, first);

    await expect(commitNow(workspaceId, second)).rejects.toBeInstanceOf(StaleDecision);
  });
});

describe('rejects', () => {
  const refused = async (delivery: DeliveryMessage) => {
    const before = await readDelivery(delivery);
    const { status, body } = await post(delivery);
    expect(await readDelivery(delivery)).toEqual(before);
    expect(await takeResends()).toEqual([]);

    return { status, message: body.error.message };
  };

  test('a disabled webhook, with instructions', async () => {
    const delivery = await deliveryThat('held');
    const update = webhookKey(workspaceId, delivery.webhookId);
    await connected().table.update({ update, set: { status: 'disabled' } });

    expect(await refused(delivery)).toEqual({
      status: 422,
      message: 'the webhook is disabled: enable it first',
    });
  });

  test('the 21st resend', async () => {
    const delivery = await deliveryThat('delivered');
    const { webhookId, eventId } = delivery;
    await connected().table.update({
      update: deliveryKey(workspaceId, webhookId, eventId),
      set: { resends: 19 },
    });
    expect((await sendAgain(delivery)).reply).toMatchObject({ status: 202, body: { resends: 20 } });

    expect(await refused(delivery)).toEqual({
      status: 422,
      message: 'a delivery can be resent at most 20 times',
    });
  });

  test('a delivery that is older than the retention time', async () => {
    const delivery = await deliveryThat('held');
    const last = timeOfId(delivery.eventId) + 30 * 86_400_000;
    setClock(last + 1);
    expect((await refused(delivery)).status).toBe(404);

    setClock(last);
    expect((await post(delivery)).status).toBe(202);
  });

  test('a delivery of another webhook, of another workspace, and an unknown delivery', async () => {
    const [delivery, other] = [await deliveryThat('held'), await addWebhook(workspaceId)];
    const first = { ...delivery, eventId: unknownId(delivery.eventId) };
    const { apiKey: foreign } = await newWorkspace();
    const replies = [
      await post({ ...delivery, webhookId: other.id }),
      await post({ ...delivery, webhookId: unknownId(other.id) }),
      await post(first),
      await post(delivery, foreign),
    ];

    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await takeResends()).toEqual([]);
  });
});
