import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId, timeOfId } from '#lib/values/ids.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import { deliveryIdOf } from '#lib/webhooks/delivery/delivery-items.ts';
import { holdDelivery } from '#lib/webhooks/delivery/hold.ts';
import { recordResend } from '#lib/webhooks/delivery/record-resend.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { handler as list } from '../../../functions/webhooks/list-deliveries.ts';
import { call } from '../../support/call.ts';
import { connected, newApiKey, newWorkspace } from '../../support/stack.ts';
import { setClock } from '../../workers/support/clock.ts';
import { consume } from '../../workers/support/invoke.ts';
import { addCall, readDelivery, workspaceId } from '../../workers/support/one-delivery.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addWebhook, rotateSecret } from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';
import { newestFirst, pathsOf, walkPages } from '../support/walk.ts';

let apiKey: string;
let receiver: Receiver;
const pathOf = (id: string) => `/webhooks/${id}/deliveries`;
const ask = (id: string, query: Record<string, string> = {}, key = apiKey) =>
  call(list, { method: 'GET', path: pathOf(id), params: { id }, apiKey: key, query });
const atTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

beforeAll(async () => {
  // The tests decide the outcome of deliveries, so no other worker may attempt them.
  await useOwnResources();
  apiKey = await newApiKey(workspaceId, { scope: 'read-only' });
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.answer = { status: 200 };
});

const hold = (delivery: DeliveryMessage) => holdDelivery(connected().table, delivery, 'contact.created', {});

/** A webhook with one delivery in each state, in order of their events. */
async function webhookWithAll() {
  const { id } = await addWebhook(workspaceId, { url: receiver.url });
  const [delivered, pending, exhausted, held] = [
    await addCall(id),
    await addCall(id),
    await addCall(id),
    await addCall(id),
  ];
  await consume(deliver, [delivered]);
  receiver.answer = { status: 503 };
  await consume(deliver, [pending]);
  for (let attempt = 1; attempt <= 5; attempt++) {
    await consume(deliver, [{ ...exhausted, attempt }]);
    setClock(Number((await readDelivery(exhausted))?.['dueAt'] ?? Date.now()));
  }
  await hold(held);

  return { id, delivered, pending, exhausted, held };
}

describe('accepts', () => {
  test('a webhook without outcomes: a first attempt in flight is not listed', async () => {
    const { id } = await addWebhook(workspaceId, { url: receiver.url });
    const delivery = await addCall(id);
    const listed: unknown[] = [];
    receiver.answer = async () => {
      listed.push((await ask(id)).body);
      return { status: 200 };
    };
    await consume(deliver, [delivery]);

    expect(listed).toEqual([{ data: [], nextCursor: null, hasMore: false }]);
    expect((await ask(id)).body.data).toHaveLength(1);
  });

  test('the result of each delivery, with all its requests', async () => {
    const { id, delivered, pending, exhausted, held } = await webhookWithAll();
    const { status, body } = await ask(id);
    const request = (statusCode: number) => ({
      signedWith: 'current',
      statusCode,
      error: null,
      durationMs: expect.any(Number),
      responseSnippet: 'thank you',
    });
    const attempt = (number: number, statusCode: number) => ({
      number,
      trigger: 'schedule',
      startedAt: atTime,
      requests: [request(statusCode)],
    });
    const about = ({ eventId }: DeliveryMessage) => ({
      id: deliveryIdOf(eventId),
      webhookId: id,
      eventId,
      event: 'contact.created',
      nextAttemptAt: null,
      resends: 0,
      createdAt: new Date(timeOfId(eventId)).toISOString(),
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        { ...about(held), status: 'held', attempts: [] },
        { ...about(exhausted), status: 'exhausted', attempts: [1, 2, 3, 4, 5].map((at) => attempt(at, 503)) },
        { ...about(pending), status: 'pending', nextAttemptAt: atTime, attempts: [attempt(1, 503)] },
        { ...about(delivered), status: 'delivered', attempts: [attempt(1, 200)] },
      ],
      nextCursor: null,
      hasMore: false,
    });
    expect(Date.parse(body.data[2].nextAttemptAt)).toBe((await readDelivery(pending))?.['dueAt']);
  });

  test.each(['delivered', 'pending', 'exhausted', 'held'] as const)(
    'only deliveries that are %s',
    async (status) => {
      const all = await webhookWithAll();
      const { body } = await ask(all.id, { status });

      expect(body.data.map(({ eventId }: { eventId: string }) => eventId)).toEqual([all[status].eventId]);
    },
  );

  test('both requests of an attempt with a rejected first signature, each with its secret', async () => {
    const { id } = await addWebhook(workspaceId, { url: receiver.url });
    await rotateSecret(workspaceId, id);
    const asked: number[] = [];
    receiver.answer = () => ({ status: asked.push(1) === 1 ? 401 : 200 });
    await consume(deliver, [await addCall(id)]);
    const [{ attempts }] = (await ask(id)).body.data;

    expect(attempts).toMatchObject([
      {
        requests: [
          { signedWith: 'previous', statusCode: 401 },
          { signedWith: 'current', statusCode: 200 },
        ],
      },
    ]);
  });

  test('the reason for a missing response', async () => {
    const { id } = await addWebhook(workspaceId, { url: 'http://127.0.0.1:9/in' });
    await consume(deliver, [await addCall(id)]);
    const [{ attempts }] = (await ask(id)).body.data;

    expect(attempts).toMatchObject([
      { requests: [{ statusCode: null, error: 'connect', responseSnippet: '' }] },
    ]);
  });

  test('the last ten attempts of a delivery with many resends', async () => {
    const { id } = await addWebhook(workspaceId, { url: receiver.url });
    const delivery = await addCall(id);
    await consume(deliver, [delivery]);
    const request = { signedWith: 'current', statusCode: 200, error: null, responseSnippet: '' } as const;
    for (let resend = 1; resend <= 12; resend++) {
      await recordResend(
        connected().table,
        { ...delivery, resend },
        {
          isDelivered: true,
          startedAt: Date.now(),
          requests: [{ ...request, durationMs: resend }],
          retryAfterSeconds: null,
        },
      );
    }
    const [{ attempts }] = (await ask(id)).body.data;

    expect(
      attempts.map(({ requests }: { requests: { durationMs: number }[] }) => requests[0]?.durationMs),
    ).toEqual([...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]);
  });

  test('pages return each delivery once, newest event first', async () => {
    const { id } = await addWebhook(workspaceId);
    const origin = { workspaceId, webhookId: id, subjectId: newId('con', 0), attempt: 1, dueAt: 0 };
    const eventIds = Array.from({ length: 11 }, () => newId('evt', Date.now()));
    for (const eventId of eventIds) await hold({ ...origin, eventId });
    const pages = await walkPages(list, { path: pathOf(id), params: { id }, apiKey, limit: 4 });

    expect(pages.map((page) => page.length)).toEqual([4, 4, 3]);
    expect(pages.flat()).toEqual(newestFirst(eventIds.map(deliveryIdOf)));
  });

  test('deliveries until the last millisecond of 30 days after their event', async () => {
    const { id } = await addWebhook(workspaceId, { url: receiver.url });
    const delivery = await addCall(id);
    await hold(delivery);
    const gone = timeOfId(delivery.eventId) + 30 * 86_400_000;
    setClock(gone);
    expect((await ask(id)).body.data).toHaveLength(1);

    setClock(gone + 1);
    expect((await ask(id)).body.data).toEqual([]);
  });
});

describe('rejects', () => {
  test.each([
    [{ status: 'failed' }, 'status'],
    [{ status: ' ' }, 'status'],
    [{ limit: '101' }, 'limit'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ event: 'email.sent' }, 'event'],
  ])('%j', async (query, path) => {
    const { id } = await addWebhook(workspaceId);
    const reply = await ask(id, query);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });

  test('a cursor of another filter, or of another webhook', async () => {
    const [{ id }, other] = await Promise.all([addWebhook(workspaceId), addWebhook(workspaceId)]);
    const origin = { workspaceId, webhookId: id, subjectId: newId('con', 0), attempt: 1, dueAt: 0 };
    for (let count = 0; count < 2; count++) await hold({ ...origin, eventId: newId('evt', Date.now()) });
    const cursor = String((await ask(id, { limit: '1' })).body.nextCursor);

    expect((await ask(id, { limit: '1', cursor })).status).toBe(200);
    expect((await ask(id, { limit: '1', cursor, status: 'held' })).status).toBe(422);
    expect((await ask(other.id, { limit: '1', cursor })).status).toBe(422);
  });

  test('a webhook that does not exist, and one of another workspace', async () => {
    const { id } = await addWebhook(workspaceId);

    expect((await ask(unknownId(id))).status).toBe(404);
    expect((await ask(id, {}, (await newWorkspace()).apiKey)).status).toBe(404);
  });
});
