import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planEnabling } from '#lib/webhooks/enable.ts';
import type { DeliveryMessage } from '#lib/webhooks/workers.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { commitNow } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { setClock } from '../support/clock.ts';
import { releaseAndDeliver } from '../support/held.ts';
import { consume } from '../support/invoke.ts';
import { addCall, addWebhook, readDelivery, readWebhook, workspaceId } from '../support/one-delivery.ts';
import { countMessages, takeMessages, useOwnResources } from '../support/own-resources.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const minuteMs = 60_000;
let receiver: Receiver;

beforeAll(async () => {
  await useOwnResources();
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.answer = { status: 500 };
  receiver.calls.length = 0;
  await takeMessages('deliveries');
  await takeMessages('releases');
});

const addCalls = (webhookId: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => addCall(webhookId)));

async function statuses(calls: readonly DeliveryMessage[]): Promise<Record<string, number>> {
  const items = await Promise.all(calls.map(readDelivery));

  return Object.fromEntries(
    Object.entries(Object.groupBy(items, (item) => String(item?.['status']))).map(([status, all = []]) => [
      status,
      all.length,
    ]),
  );
}

/** A webhook with five consecutive failures. */
async function failingWebhook() {
  const { id } = await addWebhook(receiver.url);
  await consume(deliver, await addCalls(id, 5));
  expect(await readWebhook(id)).toMatchObject({ status: 'failing', consecutiveFailures: 5 });
  receiver.calls.length = 0;

  return { id, failedAt: Date.parse((await readWebhook(id)).lastFailureAt ?? '') };
}

describe('while its endpoint is failing', () => {
  test('one delivery per minute is attempted; the others are held without an attempt', async () => {
    const { id, failedAt } = await failingWebhook();
    const calls = await addCalls(id, 12);
    setClock(failedAt + minuteMs - 1000);
    await consume(deliver, calls.slice(0, 2));
    expect(receiver.calls).toHaveLength(0);

    setClock(failedAt + minuteMs + 1000);
    await Promise.all(calls.slice(2).map((call) => consume(deliver, [call])));
    expect(receiver.calls).toHaveLength(1);
    expect(await statuses(calls)).toEqual({ held: 11, pending: 1 });
    expect(await readWebhook(id)).toMatchObject({ status: 'failing', consecutiveFailures: 6 });
    for (const call of calls) {
      const delivery = await readDelivery(call);
      expect(delivery?.['attempts']).toBe(delivery?.['status'] === 'held' ? 0 : 1);
    }
  });

  test('it is probed every minute, even without events, and disabled after fifteen failed probes', async () => {
    const { id, failedAt } = await failingWebhook();
    const calls = await addCalls(id, 20);
    await consume(deliver, calls);
    const seen: string[] = [];
    for (let minute = 1; minute <= 16; minute++) {
      setClock(failedAt + minute * (minuteMs + 1000));
      await releaseAndDeliver(id);
      seen.push((await readWebhook(id)).status);
    }

    expect(seen).toEqual([...Array(14).fill('failing'), 'disabled', 'disabled']);
    expect(receiver.calls).toHaveLength(15);
    expect(await readWebhook(id)).toMatchObject({ consecutiveFailures: 20, disabledAt: expect.any(String) });
    // The last of the fifteen waits for its second attempt; earlier ones were released and held again.
    expect(await statuses(calls)).toEqual({ held: 5, pending: 15 });
  });

  test('concurrent hanging requests count as one outage, so it is disabled after minutes, not seconds', async () => {
    const { id } = await addWebhook(receiver.url);
    const calls = await addCalls(id, 30);
    await Promise.all(calls.map((call) => consume(deliver, [call])));

    const { status, consecutiveFailures } = await readWebhook(id);
    expect(status).toBe('failing');
    expect(consecutiveFailures).toBe(5);
  });

  test('a success ends it and releases held deliveries, once each, oldest first', async () => {
    const { id, failedAt } = await failingWebhook();
    const calls = await addCalls(id, 6);
    await consume(deliver, calls);
    receiver.answer = { status: 200 };
    setClock(failedAt + minuteMs + 1000);
    expect(await releaseAndDeliver(id)).toBe(1);
    expect(await readWebhook(id)).toMatchObject({ status: 'healthy', consecutiveFailures: 0 });
    expect(await takeMessages('releases')).toEqual([{ workspaceId, webhookId: id }]);
    expect(await releaseAndDeliver(id)).toBe(5);

    expect(await statuses(calls)).toEqual({ delivered: 6 });
    const ids = receiver.calls.map(({ headers }) => headers['x-webhook-id']);
    expect(ids[0]).toBe(calls.map(({ eventId }) => eventId).sort()[0]);
    expect([...ids].sort()).toEqual(calls.map(({ eventId }) => eventId).sort());
  });

  test('a due retry is also held and keeps its number', async () => {
    const { id } = await addWebhook(receiver.url);
    const [first, ...others] = await addCalls(id, 5);
    if (!first) throw new Error('no call');
    await consume(deliver, [first, ...others]);
    const failedAt = Date.now();
    setClock(failedAt + minuteMs + 2000);
    const retry = (call: DeliveryMessage) => ({ ...call, attempt: 2, dueAt: failedAt });
    await consume(deliver, others.map(retry));
    await consume(deliver, [retry(first)]);
    receiver.answer = { status: 200 };
    receiver.calls.length = 0;
    setClock(failedAt + 3 * minuteMs);
    await releaseAndDeliver(id);
    await releaseAndDeliver(id);

    expect(receiver.calls.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['2', '2', '2', '2']);
  });
});

describe('a disabled endpoint', () => {
  async function disabledWebhook() {
    const { id } = await failingWebhook();
    for (let minute = 1; minute <= 15; minute++) {
      setClock(Date.now() + minuteMs + 1000);
      await consume(deliver, [{ ...(await addCall(id)), dueAt: 0 }]);
    }
    expect(await readWebhook(id)).toMatchObject({ status: 'disabled', consecutiveFailures: 20 });
    receiver.calls.length = 0;
    const calls = await addCalls(id, 4);
    await consume(deliver, calls);

    return { id, calls };
  }

  const enable = async (id: string, replay: 'held' | 'none') =>
    commitNow(workspaceId, await planEnabling(connected(), workspaceId, id, { replay }));

  test('gets no requests, and events in the meantime are sent when it is enabled', async () => {
    const { id, calls } = await disabledWebhook();
    receiver.answer = { status: 200 };
    expect(await releaseAndDeliver(id)).toBe(0);
    expect(receiver.calls).toHaveLength(0);
    expect(await statuses(calls)).toEqual({ held: 4 });

    expect(await enable(id, 'held')).toMatchObject({
      status: 'healthy',
      consecutiveFailures: 0,
      disabledAt: null,
    });
    await releaseAndDeliver(id);
    expect(await statuses(calls)).toEqual({ delivered: 4 });
  });

  test('that is enabled without a replay gets new events, and one failure does not disable it again', async () => {
    const { id, calls } = await disabledWebhook();
    await enable(id, 'none');
    setClock(Date.now() + 1000);
    const later = await addCalls(id, 1);
    await consume(deliver, later);
    expect(await readWebhook(id)).toMatchObject({ status: 'healthy', consecutiveFailures: 1 });
    expect(await releaseAndDeliver(id)).toBe(0);
    expect(await statuses([...calls, ...later])).toEqual({ held: 4, pending: 1 });

    receiver.answer = { status: 200 };
    await enable(id, 'held');
    expect(await releaseAndDeliver(id)).toBe(4);
  });

  test('keeps held deliveries for seven days', async () => {
    const { id } = await disabledWebhook();
    receiver.answer = { status: 200 };
    setClock(Date.now() + 7 * 24 * 60 * minuteMs + 1000);
    await enable(id, 'held');

    expect(await releaseAndDeliver(id)).toBe(0);
    expect((await countMessages('releases')).delayed).toBeGreaterThan(0);
  });
});
