import { verify } from '@octokit/webhooks-methods';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OutboxItem } from '#lib/activity/items.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { newId } from '#lib/runtime/ids.ts';
import { deliveryKey, toWebhook, webhookKey } from '#lib/webhooks/items.ts';
import { readOverdueDelivery } from '#lib/webhooks/overdue.ts';
import { NewWebhook } from '#lib/webhooks/webhook.ts';
import { planWebhook } from '#lib/webhooks/webhooks.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { addContact, commitNow } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { readOutbox } from '../support/activity.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { countMessages, takeMessages, useOwnResources } from '../support/own-resources.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const workspaceId = newId('wsp', Date.now());
let receiver: Receiver;

async function addWebhook(url = receiver.url) {
  const services = { ...connected(), vault: kmsVault(connected()), loopback: 'allow' as const };
  const input = NewWebhook.parse({ url, events: ['contact.created'] });

  return commitNow(workspaceId, await planWebhook(services, workspaceId, input));
}

/** An event that happened, and the call to tell a webhook of it. */
async function addCall(webhookId: string): Promise<DeliveryCall> {
  const subjectId = await addContact(workspaceId);
  const events = (await readOutbox()).flatMap((item) => OutboxItem.parse(item).events);
  const eventId = events.find((event) => event.subjectId === subjectId)?.id ?? '';

  return { workspaceId, webhookId, eventId, subjectId, attempt: 1, dueAt: Date.now() };
}

const readWebhook = async (webhookId: string) => {
  const item = await connected().table.get(webhookKey(workspaceId, webhookId), { consistent: true });
  if (!item) throw new Error('the webhook is gone');

  return toWebhook(item);
};
const readDelivery = ({ webhookId, eventId }: DeliveryCall) =>
  connected().table.get(deliveryKey(workspaceId, webhookId, eventId), { consistent: true });

beforeAll(async () => {
  await useOwnResources();
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.answer = { status: 200 };
  receiver.calls.length = 0;
  await takeMessages('deliveries');
});

describe('a delivery that is accepted', () => {
  test('is posted once, signed over its very bytes, under the names that the specification gives', async () => {
    const webhook = await addWebhook();
    const call = await addCall(webhook.id);
    expect(await consume(deliver, [call])).toEqual([]);
    const [received] = receiver.calls;
    const { headers, body = '' } = received ?? {};

    expect(receiver.calls).toHaveLength(1);
    expect(JSON.parse(body)).toEqual({
      event: 'contact.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { contactId: call.subjectId, email: expect.any(String) },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-id': call.eventId,
      'x-webhook-event': 'contact.created',
      'x-webhook-attempt': '1',
      'webhook-id': call.eventId,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    });
    const signature = headers?.['x-webhook-signature'];
    expect(await verify(webhook.secret, body, String(signature))).toBe(true);
    expect(received?.rawHeaders.filter((name) => name.toLowerCase() === 'x-webhook-signature')).toHaveLength(
      1,
    );
  });

  test.each([200, 201, 204, 299])('with %i is done: no further attempt, no failure', async (status) => {
    const { id } = await addWebhook();
    const call = await addCall(id);
    const before = await countMessages('deliveries');
    receiver.answer = { status };
    await consume(deliver, [call]);

    expect(await readDelivery(call)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(await readWebhook(id)).toMatchObject({ status: 'healthy', consecutiveFailures: 0 });
    expect(await countMessages('deliveries')).toEqual(before);
  });

  test('makes a failing endpoint healthy again', async () => {
    const { id } = await addWebhook();
    await connected().table.update({
      update: webhookKey(workspaceId, id),
      set: { status: 'failing', consecutiveFailures: 7 },
    });
    await consume(deliver, [await addCall(id)]);

    expect(await readWebhook(id)).toMatchObject({ status: 'healthy', consecutiveFailures: 0 });
  });
});

describe('a delivery that is not accepted', () => {
  test('is tried at 0 s, 1 min, 5 min, 30 min and 2 h after each failure, with the same bytes, then never', async () => {
    const { id } = await addWebhook();
    let call = await addCall(id);
    receiver.answer = { status: 503 };
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await consume(deliver, [call])).toEqual([]);
      const failedAt = Date.now();
      const next = readOverdueDelivery(await readDelivery(call));
      if (!next) break;
      waits.push(Math.round((next.dueAt - failedAt) / 1000));
      call = next;
      setClock(next.dueAt);
    }

    expect(waits).toEqual([60, 300, 1800, 7200]);
    expect(await readDelivery(call)).toMatchObject({ status: 'exhausted', attempts: 5 });
    expect(receiver.calls.map(({ headers }) => headers['x-webhook-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    for (const name of ['x-webhook-id', 'x-webhook-signature']) {
      expect(new Set(receiver.calls.map(({ headers }) => headers[name])).size).toBe(1);
    }
    expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
    await consume(deliver, [{ ...call, attempt: 6 }, call]);
    expect(await readDelivery(call)).toMatchObject({ status: 'exhausted', attempts: 5 });
  });

  test.each([301, 302, 304, 400, 404, 410, 429, 500])(
    'with %i has failed, and its redirect is not followed',
    async (status) => {
      const [{ id }, elsewhere] = await Promise.all([addWebhook(), startReceiver()]);
      const call = await addCall(id);
      receiver.answer = { status, headers: { Location: elsewhere.url } };
      await consume(deliver, [call]);

      expect(await readDelivery(call)).toMatchObject({ status: 'pending', lastOutcome: `http_${status}` });
      expect(elsewhere.calls).toEqual([]);
      expect((await readWebhook(id)).consecutiveFailures).toBe(1);
    },
  );

  test('counts once, however often its message comes', async () => {
    const { id } = await addWebhook();
    const call = await addCall(id);
    receiver.answer = { status: 500 };
    await Promise.all(Array.from({ length: 5 }, () => consume(deliver, [call])));
    await consume(deliver, [call, call]);

    expect((await readWebhook(id)).consecutiveFailures).toBe(1);
    expect(await readDelivery(call)).toMatchObject({ attempts: 1, status: 'pending' });
  });

  test('makes its endpoint failing at the 5th in a row and disables it at the 20th', async () => {
    const { id } = await addWebhook();
    const calls = await Promise.all(Array.from({ length: 21 }, () => addCall(id)));
    receiver.answer = { status: 500 };
    const seen: string[] = [];
    for (const call of calls) {
      await consume(deliver, [call]);
      seen.push((await readWebhook(id)).status);
    }

    expect(seen).toEqual([...Array(4).fill('healthy'), ...Array(15).fill('failing'), 'disabled', 'disabled']);
    expect(receiver.calls).toHaveLength(20);
    expect(await readWebhook(id)).toMatchObject({ consecutiveFailures: 20, disabledAt: expect.any(String) });
    expect(calls[20] && (await readDelivery(calls[20]))).toMatchObject({ status: 'held', attempts: 0 });
  });

  test('counts every one of ten failures at the same moment', async () => {
    const { id } = await addWebhook();
    const calls = await Promise.all(Array.from({ length: 10 }, () => addCall(id)));
    receiver.answer = { status: 500 };
    expect(await consume(deliver, calls)).toEqual([]);

    expect(await readWebhook(id)).toMatchObject({ consecutiveFailures: 10, status: 'failing' });
  });
});

describe('a delivery that cannot be made', () => {
  test('before its time goes back to the queue, unposted, to come at its time and no earlier', async () => {
    const { id } = await addWebhook();
    const call = { ...(await addCall(id)), dueAt: Date.now() + 7_200_000 };
    const before = await countMessages('deliveries');
    expect(await consume(deliver, [call])).toEqual([]);

    expect(receiver.calls).toEqual([]);
    expect(await countMessages('deliveries')).toEqual({ ...before, delayed: before.delayed + 1 });
  });

  test('because its webhook is gone is done', async () => {
    const { id } = await addWebhook();
    const call = await addCall(id);
    await connected().table.transact([{ delete: webhookKey(workspaceId, id) }]);

    expect(await consume(deliver, [call])).toEqual([]);
    expect(receiver.calls).toEqual([]);
  });

  test('because nobody answers has failed by a word that tells nothing internal', async () => {
    const { id } = await addWebhook('http://127.0.0.1:9/in');
    const call = await addCall(id);
    await consume(deliver, [call]);

    expect(await readDelivery(call)).toMatchObject({ status: 'pending', lastOutcome: 'connect' });
  });

  test('because its event is not there comes back, for somebody to look at', async () => {
    const { id } = await addWebhook();
    const call = { ...(await addCall(id)), eventId: newId('evt', 0) };

    expect(await consume(deliver, [call])).toEqual([0]);
  });
});
