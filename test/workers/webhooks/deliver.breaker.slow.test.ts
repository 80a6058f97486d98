import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OutboxItem } from '#lib/commit/outbox-item.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import { planEnabling } from '#lib/webhooks/enable.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { commitNow } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { readOutbox } from '../support/activity.ts';
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

/** Makes requests wait at the endpoint. @returns a function that answers all of them */
function hang(answer: Receiver['answer']) {
  const waiting: (() => void)[] = [];
  receiver.answer = (call) =>
    new Promise((resolve) =>
      waiting.push(() => resolve(typeof answer === 'function' ? answer(call) : answer)),
    );

  return () => {
    receiver.answer = answer;
    for (const respond of waiting) respond();
  };
}

const retryOf = (call: DeliveryMessage) => ({ ...call, attempt: 2, dueAt: 0 });

describe('while its endpoint is failing', () => {
  test('one event per minute gets its first attempt, the oldest one; the others are held', async () => {
    const { id, failedAt } = await failingWebhook();
    const calls = await addCalls(id, 12);
    setClock(failedAt + minuteMs - 1000);
    await consume(deliver, calls.slice(0, 10));
    setClock(failedAt + minuteMs + 1000);
    // A new event does not overtake the events that wait.
    await consume(deliver, calls.slice(10));
    expect(receiver.calls).toHaveLength(0);

    expect(await releaseAndDeliver(id)).toBe(1);
    await releaseAndDeliver(id);
    expect(receiver.calls).toHaveLength(1);
    expect(receiver.calls[0]?.headers['x-webhook-id']).toBe(calls.map(({ eventId }) => eventId).sort()[0]);
    expect(await statuses(calls)).toEqual({ held: 11, pending: 1 });
    expect(await readWebhook(id)).toMatchObject({ status: 'failing', consecutiveFailures: 6 });
    for (const call of calls) {
      const delivery = await readDelivery(call);
      expect(delivery?.['attempts']).toBe(delivery?.['status'] === 'held' ? 0 : 1);
    }
  });

  test('retries keep their times, and do not delay the first attempts of events that wait', async () => {
    const { id } = await addWebhook(receiver.url);
    const calls = await addCalls(id, 5);
    await consume(deliver, calls);
    const { nextAttemptAt = 0 } = await readWebhook(id);
    const waiting = await addCalls(id, 1);
    await consume(deliver, waiting);
    const dueTimes = await Promise.all(
      calls.map(async (call) => Number((await readDelivery(call))?.['dueAt'])),
    );
    setClock(Math.max(...dueTimes));
    receiver.calls.length = 0;
    for (const call of calls) await consume(deliver, [retryOf(call)]);

    expect(receiver.calls.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(Array(5).fill('2'));
    expect(await statuses([...calls, ...waiting])).toEqual({ pending: 5, held: 1 });
    expect(await readWebhook(id)).toMatchObject({ consecutiveFailures: 10, nextAttemptAt });
    setClock(nextAttemptAt + 1000);
    expect(await releaseAndDeliver(id)).toBe(1);
    expect(await statuses(waiting)).toEqual({ pending: 1 });
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
    // Each has had its first attempt and waits for the second one.
    expect(await statuses(calls)).toEqual({ held: 5, pending: 15 });
  });

  test('an event after a time without events is attempted within seconds', async () => {
    const { id, failedAt } = await failingWebhook();
    setClock(failedAt + minuteMs + 1000);
    // Finds no held delivery, so that the next check is far ahead.
    await releaseAndDeliver(id);
    setClock(failedAt + 5 * minuteMs);
    const before = await countMessages('deliveries');
    await consume(deliver, await addCalls(id, 1));
    await consume(deliver, await addCalls(id, 1));
    expect((await countMessages('deliveries')).delayed).toBe(before.delayed + 1);

    expect(await releaseAndDeliver(id)).toBe(1);
    expect(receiver.calls).toHaveLength(1);
  });

  test('a success ends it and releases held deliveries, once each, oldest first', async () => {
    const { id, failedAt } = await failingWebhook();
    const calls = await addCalls(id, 6);
    await consume(deliver, calls);
    receiver.answer = { status: 200 };
    setClock(failedAt + minuteMs + 1000);
    expect(await releaseAndDeliver(id)).toBe(1);
    expect(await readWebhook(id)).toMatchObject({ status: 'healthy', consecutiveFailures: 0 });
    expect(await takeMessages('releases')).toContainEqual({ workspaceId, webhookId: id });
    expect(await releaseAndDeliver(id)).toBe(5);

    expect(await statuses(calls)).toEqual({ delivered: 6 });
    const ids = receiver.calls.map(({ headers }) => headers['x-webhook-id']);
    expect(ids[0]).toBe(calls.map(({ eventId }) => eventId).sort()[0]);
    expect([...ids].sort()).toEqual(calls.map(({ eventId }) => eventId).sort());
  });
});

describe('each failed attempt counts, also in a burst', () => {
  test.each([
    [4, 'healthy', 4],
    [7, 'failing', 7],
    [19, 'failing', 19],
    [20, 'disabled', 20],
    [26, 'disabled', 20],
  ])('%i concurrent failures: %s', async (count, status, consecutiveFailures) => {
    const { id } = await addWebhook(receiver.url);
    const calls = await addCalls(id, count);
    const failAll = hang({ status: 500 });
    const consumed = Promise.all(calls.map((call) => consume(deliver, [call])));
    await waitUntil('all requests are in flight', () => receiver.calls.length === count);
    failAll();
    await consumed;

    expect(await readWebhook(id)).toMatchObject({ status, consecutiveFailures });
    expect(await statuses(calls)).toEqual({ pending: count });
  });

  test('the notices have the same numbers', async () => {
    const { id } = await addWebhook(receiver.url);
    const calls = await addCalls(id, 26);
    const failAll = hang({ status: 500 });
    const consumed = Promise.all(calls.map((call) => consume(deliver, [call])));
    await waitUntil('all requests are in flight', () => receiver.calls.length === calls.length);
    failAll();
    await consumed;

    const notices = (await readOutbox())
      .flatMap((item) => OutboxItem.parse(item).messages ?? [])
      .flatMap((each) => (each.queue === 'sends' ? [each.message] : []))
      .filter(({ webhookId }) => webhookId === id);
    expect(
      new Set(notices.map(({ status, consecutiveFailures }) => `${status} after ${consecutiveFailures}`)),
    ).toEqual(new Set(['failing after 5', 'disabled after 20']));
    expect(notices).toHaveLength(2);
  });
});

describe('a disabled endpoint', () => {
  async function disabledWebhook() {
    const { id } = await failingWebhook();
    for (let minute = 1; minute <= 15; minute++) {
      setClock(Date.now() + minuteMs + 1000);
      await addCall(id).then((call) => consume(deliver, [call]));
      await releaseAndDeliver(id);
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
    expect((await countMessages('deliveries')).delayed).toBeGreaterThan(0);
  });
});
