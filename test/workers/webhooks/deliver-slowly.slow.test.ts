import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import {
  acquireLease,
  countFreeLeases,
  endpointLeasesMax,
  releaseLease,
} from '#lib/webhooks/delivery/leases.ts';
import { releaseSoon } from '#lib/webhooks/delivery/release-soon.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { handler as deliverSlowly } from '../../../functions/webhooks/deliver-slowly.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { connected } from '../../support/stack.ts';
import { setClock } from '../support/clock.ts';
import { consume, context } from '../support/invoke.ts';
import { addCall, addWebhook, readDelivery, readWebhook, workspaceId } from '../support/one-delivery.ts';
import { countMessages, takeMessages, useOwnResources } from '../support/own-resources.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const slowAfterMs = 500;
let receiver: Receiver;

beforeAll(async () => {
  await useOwnResources({ SLOW_AFTER_MS: String(slowAfterMs) });
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.answer = { status: 200 };
  receiver.calls.length = 0;
  await takeMessages('deliveries');
  await takeMessages('slowlane');
  await takeMessages('releases');
});

const services = () => ({ ...connected(), now: () => Date.now() });

const setState = (id: string, attributes: Record<string, unknown>) =>
  connected().table.update({ update: webhookKey(workspaceId, id), set: attributes });

const markSlow = (id: string) => setState(id, { slowUntil: Date.now() + 10 * 60_000 });

const addCalls = (id: string, count: number) => Promise.all(Array.from({ length: count }, () => addCall(id)));

const statusesOf = (calls: readonly DeliveryMessage[]) =>
  Promise.all(calls.map(async (call) => (await readDelivery(call))?.['status']));

const countOf = async (calls: readonly DeliveryMessage[], status: string) =>
  (await statusesOf(calls)).filter((each) => each === status).length;

/** Each request waits until the test answers it. */
function hang() {
  const waiting: (() => void)[] = [];
  receiver.answer = () => new Promise((resolve) => waiting.push(() => resolve({ status: 200 })));

  return {
    inFlight: () => waiting.length,
    answerOne: () => waiting.shift()?.(),
    answerAll() {
      receiver.answer = { status: 200 };
      for (const respond of waiting.splice(0)) respond();
    },
  };
}

const countLeases = async (id: string) =>
  endpointLeasesMax - (await countFreeLeases(services(), workspaceId, id));

const untilLeased = (id: string, count: number) =>
  waitUntil(`${count} leases are taken`, async () => (await countLeases(id)) === count, 10_000);

const untilInFlight = (requests: ReturnType<typeof hang>, count: number) =>
  waitUntil(`${count} requests are in flight`, () => requests.inFlight() === count, 10_000);

/** Takes all leases of an endpoint until the end of the test, because later tests use the same workspace. */
async function takeLeases(id: string): Promise<void> {
  for (let count = 0; count < endpointLeasesMax; count++) {
    const lease = await acquireLease(services(), { workspaceId, webhookId: id, eventId: `evt_${count}` });
    if (!lease) throw new Error('no lease is free');
    onTestFinished(() => releaseLease(services(), workspaceId, lease));
  }
}

/** Blocks the event loop, as a process does that gets no processor. */
function block(milliseconds: number): void {
  const from = performance.now();
  while (performance.now() - from < milliseconds);
}

describe('a response that is slow', () => {
  test('takes a lease and costs other deliveries nothing', async () => {
    const { id } = await addWebhook(receiver.url);
    const requests = hang();
    const waiting = consume(deliver, await addCalls(id, endpointLeasesMax - 1));
    await untilLeased(id, endpointLeasesMax - 1);
    receiver.answer = { status: 200 };
    const others = await addCalls(id, 20);
    await consume(deliver, others.slice(0, 10));
    await consume(deliver, others.slice(10));

    expect(await countOf(others, 'delivered')).toBe(20);
    expect(await readWebhook(id)).not.toHaveProperty('slowUntil');
    requests.answerAll();
    expect(await waiting).toEqual([]);
    expect(await countLeases(id)).toBe(0);
    expect(await takeMessages('slowlane')).toEqual([]);
  });

  test('is no response that waits in the socket while the worker has no processor', async () => {
    const { id } = await addWebhook(receiver.url);
    const calls = await addCalls(id, 4);
    receiver.answer = () => {
      setImmediate(() => block(slowAfterMs));
      return { status: 200 };
    };
    let leases = 0;
    const watch = setInterval(async () => {
      leases = Math.max(leases, await countLeases(id));
    }, 50);
    await consume(deliver, calls).finally(() => clearInterval(watch));

    expect(await statusesOf(calls)).toEqual(Array(4).fill('delivered'));
    expect(leases).toBe(0);
    expect(await readWebhook(id)).toMatchObject({ status: 'healthy', consecutiveFailures: 0 });
    const deliveries = await Promise.all(calls.map(readDelivery));
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({ log: [{ requests: [{ durationMs: expect.any(Number) }] }] });
      expect(Number(JSON.stringify(delivery).match(/"durationMs":(\d+)/)?.[1])).toBeLessThan(slowAfterMs);
    }
  });
});

describe('an endpoint with more slow requests than its limit', () => {
  test('is slow: further deliveries are held, and the next one goes out when a request ends', async () => {
    const { id } = await addWebhook(receiver.url);
    const requests = hang();
    const first = await addCalls(id, endpointLeasesMax + 1);
    const waiting = consume(deliver, first);
    await waitUntil('it is slow', async () => (await readWebhook(id)).slowUntil !== undefined, 10_000);
    const before = await countMessages('deliveries');
    const others = await addCalls(id, 3);
    await consume(deliver, others);
    expect(await countOf(others, 'held')).toBe(3);
    // One message for all held deliveries.
    expect((await countMessages('deliveries')).delayed).toBe(before.delayed + 1);

    requests.answerAll();
    expect(await waiting).toEqual([]);
    // One request had no lease; each of the others hands one delivery to the slow lane while there are some.
    const handedOver = await takeMessages('slowlane');
    expect(handedOver).toHaveLength(3);
    await consume(deliverSlowly, handedOver);
    expect(await countOf([...first, ...others], 'delivered')).toBe(first.length + 3);
  });

  test('always has as many requests in flight as its limit, until no delivery is held', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id);
    const requests = hang();
    const calls = await addCalls(id, 30);
    for (let from = 0; from < 20; from += 10) await consume(deliver, calls.slice(from, from + 10));
    expect(await countOf(calls, 'held')).toBe(20);
    const consumed = consume(deliverSlowly, calls.slice(20));
    await untilInFlight(requests, endpointLeasesMax);
    await waitUntil('the others are held', async () => (await countOf(calls, 'held')) === 22, 10_000);
    for (let answered = 0; answered < 22; answered++) {
      requests.answerOne();
      await untilInFlight(requests, endpointLeasesMax);
    }
    expect(await countOf(calls, 'held')).toBe(0);
    requests.answerAll();
    expect(await consumed).toEqual([]);

    expect(await countOf(calls, 'delivered')).toBe(30);
    expect(receiver.calls).toHaveLength(30);
    expect(await countLeases(id)).toBe(0);
    // Without a held delivery, it is slow no longer.
    expect(await readWebhook(id)).not.toHaveProperty('slowUntil');
  });

  test('is slow no longer after twenty fast responses in a row', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id);
    const calls = await addCalls(id, 24);
    for (let from = 0; from < 20; from += 10) await consume(deliver, calls.slice(from, from + 10));
    await consume(deliver, calls.slice(20, 23));
    let slowUntil: unknown;
    receiver.answer = async () => {
      if (receiver.calls.length === 22) ({ slowUntil } = await readWebhook(id));
      return { status: 200 };
    };
    await consume(deliverSlowly, calls.slice(23));

    expect(receiver.calls).toHaveLength(24);
    expect(slowUntil).toBeUndefined();
  });

  test('gets the attempts of a released delivery in the slow lane', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id);
    const calls = await addCalls(id, 10);
    await consume(deliver, calls);
    await consume(deliver, [{ workspaceId, webhookId: id }]);
    const released = await takeMessages('slowlane');
    expect(released).toHaveLength(endpointLeasesMax);
    expect(released).toContainEqual(expect.objectContaining({ attempt: 1, wasHeld: true }));
    await consume(deliverSlowly, released);

    for (const call of calls) {
      expect(await readDelivery(call)).toMatchObject({ status: 'delivered', attempts: 1 });
    }
  });

  test('gets further requests after the leases of a crashed worker expire', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id);
    await takeLeases(id);
    const call = await addCall(id);
    await consume(deliverSlowly, [call]);
    expect(await readDelivery(call)).toMatchObject({ status: 'held', attempts: 0 });
    expect(receiver.calls).toEqual([]);

    setClock(Date.now() + 71_000);
    await consume(deliver, [{ workspaceId, webhookId: id }]);
    await consume(deliverSlowly, await takeMessages('slowlane'));
    expect(await readDelivery(call)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  test.each(['a resend', 'a retry while it is failing'])('delays %s and does not hold it', async (what) => {
    const { id } = await addWebhook(receiver.url);
    const call = await addCall(id);
    receiver.answer = { status: 500 };
    await consume(deliver, [call]);
    await markSlow(id);
    await setState(id, { status: 'failing', consecutiveFailures: 5 });
    await takeLeases(id);
    const message = what === 'a resend' ? { ...call, resend: 1 } : { ...call, attempt: 2 };
    await consume(deliver, [message]);
    expect(await takeMessages('slowlane')).toEqual([message]);
    expect(await consume(deliverSlowly, [message])).toEqual([]);

    expect(receiver.calls).toHaveLength(1);
    expect((await countMessages('slowlane')).delayed).toBeGreaterThan(0);
    expect(await readDelivery(call)).toMatchObject({ status: 'pending', attempts: 1 });
  });

  test('gets its held deliveries even if the queue message is lost', async () => {
    const { id } = await addWebhook(receiver.url);
    const silent = { ...connected(), deliveries: { send: async () => undefined } };
    await releaseSoon(silent, workspaceId, await readWebhook(id));
    setClock(Date.now() + 5 * 60_000);
    await sweep({}, context);

    expect(await takeMessages('releases')).toContainEqual({ workspaceId, webhookId: id });
  });

  test('releases its held deliveries until no delivery is held', async () => {
    const { id } = await addWebhook(receiver.url);
    const at = Date.now();
    const silent = { ...connected(), deliveries: { send: async () => undefined } };
    await releaseSoon(silent, workspaceId, await readWebhook(id));
    setClock(at + 45_000);
    await consume(deliver, [{ workspaceId, webhookId: id }]);
    await releaseSoon(silent, workspaceId, await readWebhook(id));
    // Without the second one, the release would end after 90 s.
    setClock(at + 100_000);
    await consume(deliver, [{ workspaceId, webhookId: id }]);
    expect(await readWebhook(id)).toMatchObject({ releasingSince: at + 45_000 });
    setClock(at + 45_000 + 91_000);
    await consume(deliver, [{ workspaceId, webhookId: id }]);
    expect((await readWebhook(id)).releasingSince).toBeUndefined();
  });

  test('is retried on the same schedule after a failure there', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id);
    const call = await addCall(id);
    receiver.answer = { status: 500 };
    await consume(deliverSlowly, [call]);

    expect(await readDelivery(call)).toMatchObject({ status: 'pending', attempts: 1 });
    expect((await readWebhook(id)).consecutiveFailures).toBe(1);
  });

  test('returns to the fast lane when its mark expires', async () => {
    const { id } = await addWebhook(receiver.url);
    await setState(id, { slowUntil: Date.now() - 1 });
    const call = await addCall(id);
    await consume(deliver, [call]);

    expect(receiver.calls).toHaveLength(1);
    expect(await takeMessages('slowlane')).toEqual([]);
  });
});
