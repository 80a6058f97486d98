import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { countFreeLeases, endpointLeasesMax, withLease } from '#lib/webhooks/delivery/leases.ts';
import { releaseSoon } from '#lib/webhooks/delivery/release-soon.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import type { DeliveryMessage } from '#lib/webhooks/workers.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { handler as deliverSlowly } from '../../../functions/webhooks/deliver-slowly.ts';
import { handler as release } from '../../../functions/webhooks/release.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { connected } from '../../support/stack.ts';
import { setClock } from '../support/clock.ts';
import { consume, context } from '../support/invoke.ts';
import { addCall, addWebhook, readDelivery, readWebhook, workspaceId } from '../support/one-delivery.ts';
import { countMessages, takeMessages, useOwnResources } from '../support/own-resources.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

let receiver: Receiver;

beforeAll(async () => {
  await useOwnResources({ SLOW_AFTER_MS: '200' });
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.answer = { status: 200 };
  receiver.calls.length = 0;
  await takeMessages('deliveries');
  await takeMessages('slowlane');
  await takeMessages('releases');
});

const markSlow = (id: string, slowUntil: number) =>
  connected().table.update({ update: webhookKey(workspaceId, id), set: { slowUntil } });

const addCalls = (id: string, count: number) => Promise.all(Array.from({ length: count }, () => addCall(id)));

const statusesOf = (calls: readonly DeliveryMessage[]) =>
  Promise.all(calls.map(async (call) => (await readDelivery(call))?.['status']));

/** The receiver does not respond until this is called. */
function hangs(): () => void {
  const answers: (() => void)[] = [];
  receiver.answer = () => new Promise((resolve) => answers.push(() => resolve({ status: 200 })));

  return () => {
    receiver.answer = { status: 200 };
    for (const answer of answers) answer();
  };
}

/** Keeps the event loop busy until the returned function is called. */
function keepBusy(): () => void {
  let isOver = false;
  const work = () => {
    const from = performance.now();
    while (performance.now() - from < 5);
    if (!isOver) setImmediate(work);
  };
  work();

  return () => {
    isOver = true;
  };
}

/** Takes all leases of an endpoint until the end of the test, because later tests use the same workspace. */
async function takeLeases(id: string): Promise<void> {
  const services = { ...connected(), now: () => Date.now() };
  const ends: (() => void)[] = [];
  for (let lease = 0; lease < endpointLeasesMax; lease++) {
    const unfinished = () => new Promise<void>((resolve) => ends.push(resolve));
    void withLease(services, { workspaceId, webhookId: id, eventId: `evt_${lease}` }, unfinished);
  }
  onTestFinished(() => {
    for (const end of ends) end();
  });
  await waitUntil(
    'every lease is taken',
    async () => (await countFreeLeases(services, workspaceId, id)) === 0,
  );
}

describe('an endpoint that does not respond in time', () => {
  test.each(['idle', 'busy'])(
    'leaves the fast lane while its first request is pending, in a process that is %s',
    async (process) => {
      const { id } = await addWebhook(receiver.url);
      const [first, second] = [await addCall(id), await addCall(id)];
      const answerAll = hangs();
      const relax = process === 'busy' ? keepBusy() : () => undefined;
      const waiting = consume(deliver, [first]);
      await waitUntil(
        'the endpoint is slow',
        async () => (await readWebhook(id)).slowUntil !== undefined,
        5000,
      ).finally(relax);

      expect(await consume(deliver, [second])).toEqual([]);
      expect(receiver.calls).toHaveLength(1);
      expect(await takeMessages('slowlane')).toEqual([second]);
      answerAll();
      expect(await waiting).toEqual([]);
      expect(await readDelivery(first)).toMatchObject({ status: 'delivered', attempts: 1 });
      expect(await readDelivery(second)).toBeUndefined();
    },
  );

  test('has a limited number of requests in flight; further deliveries are held without an attempt', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id, Date.now() + 30_000);
    const answerAll = hangs();
    const [first, second] = [await addCalls(id, 10), await addCalls(id, 10)];
    const before = await countMessages('releases');
    const consumed = Promise.all([consume(deliverSlowly, first), consume(deliverSlowly, second)]);
    await waitUntil('the others are held', async () => {
      const statuses = await statusesOf([...first, ...second]);

      return statuses.filter((status) => status === 'held').length === 20 - endpointLeasesMax;
    });
    await waitUntil('the requests are in flight', () => receiver.calls.length === endpointLeasesMax);
    // One message for all held deliveries.
    expect((await countMessages('releases')).delayed).toBe(before.delayed + 1);
    answerAll();
    expect(await consumed).toEqual([[], []]);
    const calls = [...first, ...second];
    const statuses = await statusesOf(calls);
    expect(statuses.filter((status) => status === 'delivered')).toHaveLength(endpointLeasesMax);

    await consume(release, [{ workspaceId, webhookId: id }]);
    const released = await takeMessages('deliveries');
    expect(released).toHaveLength(endpointLeasesMax);
    expect(released).toContainEqual(expect.objectContaining({ attempt: 1, wasHeld: true }));
    await consume(deliverSlowly, released);
    await consume(release, [{ workspaceId, webhookId: id }]);
    await consume(deliverSlowly, await takeMessages('deliveries'));
    for (const call of calls) {
      expect(await readDelivery(call)).toMatchObject({ status: 'delivered', attempts: 1 });
    }
    expect(receiver.calls).toHaveLength(20);
  });

  test('gets further requests after the leases of a crashed worker expire', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id, Date.now() + 10 * 60_000);
    await takeLeases(id);
    const call = await addCall(id);
    await consume(deliverSlowly, [call]);
    expect(await readDelivery(call)).toMatchObject({ status: 'held', attempts: 0 });
    expect(receiver.calls).toEqual([]);

    setClock(Date.now() + 31_000);
    await consume(release, [{ workspaceId, webhookId: id }]);
    await consume(deliverSlowly, await takeMessages('deliveries'));
    expect(await readDelivery(call)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  test('gets a resend after one of its requests ends', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id, Date.now() + 60_000);
    await takeLeases(id);
    const before = await countMessages('deliveries');
    expect(await consume(deliverSlowly, [{ ...(await addCall(id)), resend: 1 }])).toEqual([]);

    expect(receiver.calls).toEqual([]);
    expect((await countMessages('deliveries')).delayed).toBe(before.delayed + 1);
  });

  test('gets its held deliveries even if the queue message is lost', async () => {
    const { id } = await addWebhook(receiver.url);
    const services = { ...connected(), releases: { send: async () => undefined } };
    await releaseSoon(services, workspaceId, await readWebhook(id));
    setClock(Date.now() + 5 * 60_000);
    await sweep({}, context);

    expect(await takeMessages('releases')).toContainEqual({ workspaceId, webhookId: id });
  });

  test('releases its held deliveries until no delivery is held', async () => {
    const { id } = await addWebhook(receiver.url);
    const at = Date.now();
    const services = { ...connected(), releases: { send: async () => undefined } };
    await releaseSoon(services, workspaceId, await readWebhook(id));
    setClock(at + 45_000);
    await consume(release, [{ workspaceId, webhookId: id }]);
    await releaseSoon(services, workspaceId, await readWebhook(id));
    // Without the second one, the release would end after 90 s.
    setClock(at + 100_000);
    await consume(release, [{ workspaceId, webhookId: id }]);
    expect(await readWebhook(id)).toMatchObject({ releasingSince: at + 45_000 });
    setClock(at + 45_000 + 91_000);
    await consume(release, [{ workspaceId, webhookId: id }]);
    expect((await readWebhook(id)).releasingSince).toBeUndefined();
  });

  test('gets the same attempts in the slow lane', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id, Date.now() + 60_000);
    const call = await addCall(id);
    expect(await consume(deliverSlowly, [call])).toEqual([]);

    expect(receiver.calls).toHaveLength(1);
    expect(await readDelivery(call)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(await takeMessages('slowlane')).toEqual([]);
  });

  test('is retried on the same schedule after a failure there', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id, Date.now() + 60_000);
    const call = await addCall(id);
    receiver.answer = { status: 500 };
    await consume(deliverSlowly, [call]);

    expect(await readDelivery(call)).toMatchObject({ status: 'pending', attempts: 1 });
    expect((await readWebhook(id)).consecutiveFailures).toBe(1);
  });

  test('returns to the fast lane 30 s after its last slow response', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id, Date.now() - 1);
    const call = await addCall(id);
    await consume(deliver, [call]);

    expect(receiver.calls).toHaveLength(1);
    expect(await takeMessages('slowlane')).toEqual([]);
  });
});
