import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#lib/values/ids.ts';
import { DeliveryMessage, ReleaseMessage } from '#lib/values/queues.ts';
import { endpointLeasesMax } from '#lib/webhooks/delivery/leases.ts';
import { nextAttemptMessage } from '#lib/webhooks/delivery/next-message.ts';
import { planEnabling } from '#lib/webhooks/enable.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { addContact, commitNow } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { startAnswering, startServer } from '../../unit/network/loopback-servers.ts';
import { takeCalls } from '../support/activity.ts';
import { setClock } from '../support/clock.ts';
import { runClean, runCut } from '../support/crash.ts';
import { scenarioOf } from '../support/crash-scenarios.ts';
import { startEndpoints } from '../support/endpoints.ts';
import { consume, context } from '../support/invoke.ts';
import { addCall, addWebhook, readDelivery, readWebhook, workspaceId } from '../support/one-delivery.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

/* Common complaints about webhook services, each as a test. */

const minuteMs = 60_000;
let receiver: Receiver;
/** A delivery to an endpoint that never responds: its ten seconds pass during the other tests. */
let unanswered: { readonly call: DeliveryMessage; readonly returned: Promise<number[]> };

beforeAll(async () => {
  await useOwnResources({ SLOW_AFTER_MS: '1000' });
  receiver = await startReceiver();
  const call = await callTo(await closing(startServer((socket) => socket.resume())));
  unanswered = { call, returned: consume(deliver, [call]) };
});
beforeEach(async () => {
  receiver.answer = { status: 200 };
  receiver.calls.length = 0;
  await takeMessages('deliveries');
  await takeMessages('releases');
});

async function closing(starting: ReturnType<typeof startServer>): Promise<string> {
  const { port, close } = await starting;
  afterAll(close);

  return `http://127.0.0.1:${port}/in`;
}

const callTo = async (url: string) => addCall((await addWebhook(url)).id);

const set = (id: string, attributes: Record<string, unknown>) =>
  connected().table.update({ update: webhookKey(workspaceId, id), set: attributes });

const enable = async (id: string, replay: 'held' | 'none') =>
  commitNow(workspaceId, await planEnabling(connected(), workspaceId, id, { replay }));

async function takeDeliveries(): Promise<DeliveryMessage[]> {
  return (await takeMessages('deliveries')).map((message) => DeliveryMessage.parse(message));
}

async function sweepAt(at: number): Promise<void> {
  setClock(at);
  await sweep({}, context);
}

test('a slow endpoint stalls others', async () => {
  const answers: (() => void)[] = [];
  const endpoints = await startEndpoints();
  const slow = endpoints.add(() => new Promise((resolve) => answers.push(() => resolve({ status: 200 }))));
  const { id } = await addWebhook(slow);
  const quick = await Promise.all(Array.from({ length: 9 }, () => callTo(receiver.url)));
  const waiting = await Promise.all(Array.from({ length: endpointLeasesMax + 1 }, () => addCall(id)));
  const batch = consume(deliver, [...waiting, ...quick]);
  await waitUntil('the others are delivered', async () => {
    const others = await Promise.all(quick.map(readDelivery));

    return others.every((delivery) => delivery?.['status'] === 'delivered');
  });
  expect(await Promise.all(waiting.map(readDelivery))).toEqual(waiting.map(() => undefined));

  await waitUntil(
    'the endpoint is known to be slow',
    async () => (await readWebhook(id)).slowUntil !== undefined,
    10_000,
  );
  expect(await consume(deliver, [await addCall(id), await callTo(receiver.url)])).toEqual([]);
  expect(answers).toHaveLength(waiting.length);
  for (const answer of answers) answer();
  expect(await batch).toEqual([]);
});

test('retries stop', async () => {
  receiver.answer = { status: 500 };
  const { id } = await addWebhook(receiver.url);
  const calls = await Promise.all(Array.from({ length: 6 }, () => addCall(id)));
  for (const call of calls) await consume(deliver, [call]);
  expect(await readWebhook(id)).toMatchObject({ status: 'failing', consecutiveFailures: 5 });
  // From here on all messages are lost, and there are no events.
  await takeMessages('deliveries');
  await takeMessages('releases');
  receiver.answer = { status: 200 };
  const failedAt = Date.now();
  for (let minutes = 4; minutes <= 8; minutes += 2) {
    await sweepAt(failedAt + minutes * minuteMs);
    const releases = (await takeMessages('releases')).map((message) => ReleaseMessage.parse(message));
    await consume(
      deliver,
      releases.filter(({ webhookId }) => webhookId === id),
    );
    await consume(
      deliver,
      (await takeDeliveries()).filter(({ webhookId }) => webhookId === id),
    );
  }

  const deliveries = await Promise.all(calls.map(readDelivery));
  expect(deliveries.map((delivery) => delivery?.['status'])).toEqual(Array(6).fill('delivered'));
});

test('retries never end', async () => {
  receiver.answer = { status: 500 };
  const call = await callTo(receiver.url);
  const messages = [call];
  for (let next: DeliveryMessage | undefined = call; next; ) {
    setClock(next.dueAt);
    await consume(deliver, [next]);
    next = nextAttemptMessage(await readDelivery(call));
    if (next) messages.push(next);
  }
  expect(messages.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
  const before = await readDelivery(call);
  expect(before).toMatchObject({ status: 'exhausted', attempts: 5 });

  await takeCalls('deliveries');
  receiver.calls.length = 0;
  await sweepAt(Date.now() + 1440 * minuteMs);
  expect((await takeDeliveries()).filter(({ eventId }) => eventId === call.eventId)).toEqual([]);
  await consume(deliver, messages.slice(1));
  expect(receiver.calls).toEqual([]);
  expect(await readDelivery(call)).toEqual(before);
});

test('a delivery is recorded but never queued', async () => {
  const endpoints = await startEndpoints();
  for (const name of ['a first failure', 'two events that are published'] as const) {
    const scenario = scenarioOf(name);
    const clean = await runClean(endpoints, scenario);
    const effect = clean.effects.indexOf('to deliveries') + 1;
    expect(effect).toBeGreaterThan(0);
    const cut = { effect, manner: 'dies before' } as const;

    expect(await runCut(endpoints, scenario, { cut, clean })).toEqual([]);
  }
});

test('the counter is not reset on enable', async () => {
  receiver.answer = { status: 500 };
  const { id } = await addWebhook(receiver.url);
  const call = await addCall(id);
  await consume(deliver, [call]);
  await set(id, { status: 'failing', consecutiveFailures: 19 });
  await consume(deliver, [{ ...call, attempt: 2 }]);
  expect(await readWebhook(id)).toMatchObject({ status: 'disabled', consecutiveFailures: 20 });

  expect(await enable(id, 'none')).toMatchObject({ status: 'healthy', consecutiveFailures: 0 });
  await consume(deliver, [await addCall(id)]);
  expect(await readWebhook(id)).toMatchObject({
    status: 'healthy',
    consecutiveFailures: 1,
    disabledAt: null,
  });
});

test('each retry has a new id', async () => {
  receiver.answer = { status: 500 };
  const call = await callTo(receiver.url);
  await consume(deliver, [call]);
  const next = nextAttemptMessage(await readDelivery(call));
  setClock(next?.dueAt ?? 0);
  await consume(deliver, [next]);
  await consume(deliver, [{ ...call, resend: 1 }]);

  const ids = receiver.calls.map(({ headers }) => [headers['x-webhook-id'], headers['webhook-id']]);
  expect(ids).toEqual(Array(3).fill([call.eventId, call.eventId]));
  expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
});

test('events are lost while disabled', async () => {
  const { id } = await addWebhook(receiver.url);
  await takeCalls('deliveries');
  await set(id, { status: 'disabled', consecutiveFailures: 20 });
  const contacts = [await addContact(workspaceId), await addContact(workspaceId)];
  const published = (await takeCalls('deliveries')).map((message) => DeliveryMessage.parse(message));
  const calls = published.filter(({ webhookId }) => webhookId === id);
  expect(calls.map(({ subjectId }) => subjectId).sort()).toEqual(contacts.sort());
  expect(await consume(deliver, calls)).toEqual([]);
  expect(receiver.calls).toEqual([]);

  setClock(Date.now() + 6 * 1440 * minuteMs);
  await enable(id, 'held');
  await consume(deliver, [{ workspaceId, webhookId: id }]);
  await consume(deliver, await takeDeliveries());
  const got = receiver.calls.map(({ headers }) => headers['x-webhook-id']);
  expect(got.toSorted()).toEqual(calls.map(({ eventId }) => eventId).sort());
});

test('a DNS error is not retried', async () => {
  const call = await callTo('https://hooks.nowhere.invalid/in');
  expect(await consume(deliver, [call])).toEqual([]);

  const delivery = await readDelivery(call);
  expect(delivery).toMatchObject({ status: 'pending', attempts: 1, log: [{ requests: [{ error: 'dns' }] }] });
  const next = nextAttemptMessage(delivery);
  expect(next?.attempt).toBe(2);
  expect((await readWebhook(call.webhookId)).consecutiveFailures).toBe(1);
  await sweepAt((next?.dueAt ?? 0) + 3 * minuteMs);
  expect(await takeDeliveries()).toContainEqual(next);
});

test('customers’ errors fill the dead-letter queue', async () => {
  const endpoints = await startEndpoints();
  const plain = await closing(startServer((socket) => socket.once('data', () => socket.end('no TLS here'))));
  const garbage = await closing(startAnswering('what is this?\r\n\r\n'));
  const behaviours = {
    http_500: endpoints.add(() => ({ status: 500 })),
    http_410: endpoints.add(() => ({ status: 410 })),
    http_302: endpoints.add(() => ({ status: 302, headers: { Location: receiver.url } })),
    'hangs up': endpoints.add(() => 'hang up'),
    'answers garbage': garbage,
    'speaks no TLS': plain.replace('http:', 'https:'),
    'is not there': 'http://127.0.0.1:9/in',
    'has no address': 'https://hooks.nowhere.invalid/in',
  };
  const calls = await Promise.all(Object.values(behaviours).map(callTo));
  expect(await consume(deliver, calls)).toEqual([]);
  expect(await unanswered.returned).toEqual([]);

  const found = await Promise.all([...calls, unanswered.call].map(readDelivery));
  expect(found.map((delivery) => delivery?.['status'])).toEqual(found.map(() => 'pending'));
  const reasons = found.map((delivery) => JSON.stringify(delivery?.['log']).match(/"error":"?(\w+)/)?.[1]);
  expect(reasons).toEqual(['null', 'null', 'null', 'reset', 'reset', 'tls', 'connect', 'dns', 'timeout']);

  const [ours] = calls;
  expect(await consume(deliver, [{ ...ours, eventId: newId('evt', 0) }])).toEqual([0]);
});
