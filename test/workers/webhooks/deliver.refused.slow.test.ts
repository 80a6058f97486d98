import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Table } from '#lib/storage/table.ts';
import type { AttemptOutcome } from '#lib/webhooks/delivery/attempt.ts';
import { nextAttemptMessage } from '#lib/webhooks/delivery/next-message.ts';
import { recordAttempt } from '#lib/webhooks/delivery/record-attempt.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { connected } from '../../support/stack.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { addCall, addWebhook, readDelivery, readWebhook, workspaceId } from '../support/one-delivery.ts';
import { countMessages, takeMessages, useOwnResources } from '../support/own-resources.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

let receiver: Receiver;

const refused: AttemptOutcome = {
  isDelivered: false,
  startedAt: Date.now(),
  requests: [{ signedWith: 'current', statusCode: 500, error: null, durationMs: 1, responseSnippet: '' }],
  retryAfterSeconds: null,
};

function turn(webhookId: string, status: 'healthy' | 'failing') {
  const consecutiveFailures = status === 'healthy' ? 0 : 7;

  return connected().table.update({
    update: webhookKey(workspaceId, webhookId),
    set: { status, consecutiveFailures },
  });
}

const addCalls = (webhookId: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => addCall(webhookId)));

const failedWith = (statusCode: number) => ({ requests: [{ statusCode, error: null }] });

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

describe('a rejected delivery', () => {
  test('is tried 0 s, 1 min, 5 min, 30 min and 2 h after each failure with the same bytes, then no more', async () => {
    const { id } = await addWebhook(receiver.url);
    let call = await addCall(id);
    receiver.answer = { status: 503 };
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await consume(deliver, [call])).toEqual([]);
      const failedAt = Date.now();
      const next = nextAttemptMessage(await readDelivery(call));
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
      const [{ id }, elsewhere] = await Promise.all([addWebhook(receiver.url), startReceiver()]);
      const call = await addCall(id);
      receiver.answer = { status, headers: { Location: elsewhere.url } };
      await consume(deliver, [call]);

      expect(await readDelivery(call)).toMatchObject({ status: 'pending', log: [failedWith(status)] });
      expect(elsewhere.calls).toEqual([]);
      expect((await readWebhook(id)).consecutiveFailures).toBe(1);
    },
  );

  test('counts once, even with duplicate messages', async () => {
    const { id } = await addWebhook(receiver.url);
    const call = await addCall(id);
    receiver.answer = { status: 500 };
    await Promise.all(Array.from({ length: 5 }, () => consume(deliver, [call])));
    await consume(deliver, [call, call]);

    expect((await readWebhook(id)).consecutiveFailures).toBe(1);
    expect(await readDelivery(call)).toMatchObject({ attempts: 1, status: 'pending' });
  });

  test('is posted twice only if duplicate messages arrive concurrently, and is retried once', async () => {
    const { id } = await addWebhook(receiver.url);
    const call = await addCall(id);
    receiver.answer = { status: 500 };
    await consume(deliver, [call]);
    const retry = nextAttemptMessage(await readDelivery(call));
    setClock(retry?.dueAt ?? 0);
    const { delayed } = await countMessages('deliveries');
    await Promise.all([retry, retry].map((copy) => consume(deliver, [copy])));
    const posts = receiver.calls.length;
    await consume(deliver, [retry]);

    expect(receiver.calls).toHaveLength(posts);
    expect(new Set(receiver.calls.map(({ headers }) => headers['x-webhook-attempt']))).toEqual(
      new Set(['1', '2']),
    );
    expect(await readDelivery(call)).toMatchObject({ attempts: 2, status: 'pending' });
    expect((await readWebhook(id)).consecutiveFailures).toBe(2);
    expect((await countMessages('deliveries')).delayed).toBe(delayed + 1);
  });

  test('makes its endpoint failing at the 5th consecutive failure and disables it at the 20th', async () => {
    const { id } = await addWebhook(receiver.url);
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

  test('counts each of ten concurrent failures', async () => {
    const { id } = await addWebhook(receiver.url);
    const calls = await addCalls(id, 10);
    receiver.answer = { status: 500 };
    expect(await consume(deliver, calls)).toEqual([]);

    expect(await readWebhook(id)).toMatchObject({ consecutiveFailures: 10, status: 'failing' });
  });

  test('costs at most three transactions on average, regardless of the number of concurrent failures', async () => {
    const { id } = await addWebhook(receiver.url);
    const [calls, begun] = [await addCalls(id, 60), await readWebhook(id)];
    const { table } = connected();
    let transactions = 0;
    const counted: Table = {
      ...table,
      async transact(writes) {
        transactions += 1;
        await table.transact(writes);
      },
    };
    const services = { table: counted, now: Date.now, failingAttemptMs: 0 };
    const attempt = { type: 'contact.created', webhookAtStart: begun, attemptOutcome: refused } as const;
    await Promise.all(calls.map((message) => recordAttempt(services, { ...attempt, message })));

    expect(await readWebhook(id)).toMatchObject({ consecutiveFailures: 20, status: 'disabled' });
    expect(transactions).toBeLessThanOrEqual(3 * calls.length);
  });

  test('changes the version of the webhook only with its status', async () => {
    const { id } = await addWebhook(receiver.url);
    const versions: string[] = [(await readWebhook(id)).updatedAt];
    const next = async (status: number) => {
      receiver.answer = { status };
      await consume(deliver, [await addCall(id)]);
      versions.push((await readWebhook(id)).updatedAt);
    };
    for (const status of [500, 200, 500, 500, 500, 500, 500, 500, 200]) await next(status);

    // The seventh and the last attempt change the status.
    const changes = versions.map((version, position) => position > 0 && version !== versions[position - 1]);
    expect(changes.flatMap((isChanged, position) => (isChanged ? [position] : []))).toEqual([7, 9]);
  });

  test('is recorded and not repeated, while others fail and succeed concurrently', async () => {
    const { id } = await addWebhook(receiver.url);
    const calls = await addCalls(id, 60);
    const everyone = Promise.withResolvers<void>();
    receiver.answer = async () => {
      const place = receiver.calls.length;
      if (place === calls.length) everyone.resolve();
      await everyone.promise;

      return { status: place % 2 === 0 ? 500 : 200 };
    };
    expect(await consume(deliver, calls)).toEqual([]);

    const records = await Promise.all(calls.map(readDelivery));
    expect(records.map((record) => record?.['attempts'])).toEqual(calls.map(() => 1));
  });

  test('is recorded, even if the endpoint changes at every try', async () => {
    const { id } = await addWebhook(receiver.url);
    const [call, begun] = [await addCall(id), await readWebhook(id)];
    const { table } = connected();
    let turns = 0;
    const turning: Table = {
      ...table,
      async transact(writes) {
        if (turns++ < 30) await turn(id, turns % 2 === 0 ? 'healthy' : 'failing');
        await table.transact(writes);
      },
    };
    await recordAttempt(
      { table: turning, now: Date.now, failingAttemptMs: 0 },
      { message: call, type: 'contact.created', webhookAtStart: begun, attemptOutcome: refused },
    );

    expect(turns).toBe(31);
    expect(await readDelivery(call)).toMatchObject({ attempts: 1, status: 'pending' });
    expect(await readWebhook(id)).toMatchObject({ status: 'healthy', consecutiveFailures: 1 });
  });
});
