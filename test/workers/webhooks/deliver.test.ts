import { verify } from '@octokit/webhooks-methods';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#lib/values/ids.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { getWebhook } from '#lib/webhooks/read.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { expectDocumentedDelivery } from '../../support/documented.ts';
import { connected } from '../../support/stack.ts';
import { consume } from '../support/invoke.ts';
import { addCall, addWebhook, readDelivery, readWebhook, workspaceId } from '../support/one-delivery.ts';
import { countMessages, takeMessages, useOwnResources } from '../support/own-resources.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

let receiver: Receiver;

beforeAll(async () => {
  await useOwnResources();
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.answer = { status: 200 };
  receiver.calls.length = 0;
  await takeMessages('deliveries');
});

describe('an accepted delivery', () => {
  test('is posted once, with a signature of its exact bytes and the headers of the specification', async () => {
    const webhook = await addWebhook(receiver.url);
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
    expectDocumentedDelivery({ headers: headers ?? {}, body });
    const signature = headers?.['x-webhook-signature'];
    expect(await verify(webhook.secret, body, String(signature))).toBe(true);
    expect(received?.rawHeaders.filter((name) => name.toLowerCase() === 'x-webhook-signature')).toHaveLength(
      1,
    );
  });

  test.each([200, 201, 204, 299])(
    'with %i is complete: no further attempt and no failure',
    async (status) => {
      const { id } = await addWebhook(receiver.url);
      const call = await addCall(id);
      const before = await countMessages('deliveries');
      receiver.answer = { status };
      await consume(deliver, [call]);

      expect(await readDelivery(call)).toMatchObject({ status: 'delivered', attempts: 1 });
      expect(await readWebhook(id)).toMatchObject({ status: 'healthy', consecutiveFailures: 0 });
      expect(await countMessages('deliveries')).toEqual(before);
    },
  );

  test.each([200, 500])('with %i is not posted again if its message was not deleted', async (status) => {
    const { id } = await addWebhook(receiver.url);
    const call = await addCall(id);
    receiver.answer = { status };
    await consume(deliver, [call]);
    await consume(deliver, [call], 2);

    expect(receiver.calls).toHaveLength(1);
    expect(await readDelivery(call)).toMatchObject({ attempts: 1 });
  });

  test('is not posted again, even if it is published or redriven repeatedly', async () => {
    const { id } = await addWebhook(receiver.url);
    const call = await addCall(id);
    await consume(deliver, [call]);
    // A second message for the same delivery: SQS counts it as received once.
    await consume(deliver, [call]);
    await consume(deliver, [call]);

    expect(receiver.calls).toHaveLength(1);
    expect(await readDelivery(call)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  test('is posted if its message was received before without an attempt', async () => {
    const { id } = await addWebhook(receiver.url);
    const call = await addCall(id);
    await consume(deliver, [call], 2);

    expect(receiver.calls).toHaveLength(1);
    expect(await readDelivery(call)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  test('that fails first shows its next attempt on the webhook until a delivery succeeds', async () => {
    const { id } = await addWebhook(receiver.url);
    const [first, second] = [await addCall(id), await addCall(id)];
    const scope = { scope: 'read-only', expiresAt: undefined } as const;
    const principal = { kind: 'api_key', id: 'key_reader', workspaceId, name: 'reader', ...scope } as const;
    const shown = async () => (await getWebhook(connected(), principal, id)).nextAttemptAt;
    expect(await shown()).toBeNull();
    receiver.answer = { status: 500 };
    await consume(deliver, [first]);
    const dueAt = (await readDelivery(first))?.['dueAt'];
    await consume(deliver, [second]);

    expect(Date.parse(String(await shown()))).toBe(dueAt);
    receiver.answer = { status: 200 };
    await consume(deliver, [await addCall(id)]);
    expect(await shown()).toBeNull();
  });

  test('makes a failing endpoint healthy again', async () => {
    const { id } = await addWebhook(receiver.url);
    const call = await addCall(id);
    receiver.answer = { status: 500 };
    await consume(deliver, [call]);
    await connected().table.update({
      update: webhookKey(workspaceId, id),
      set: { status: 'failing', consecutiveFailures: 7 },
    });
    receiver.answer = { status: 200 };
    await consume(deliver, [{ ...call, attempt: 2, dueAt: 0 }]);

    expect(await readWebhook(id)).toMatchObject({ status: 'healthy', consecutiveFailures: 0 });
  });
});

describe('a delivery that cannot be attempted', () => {
  test('before its due time returns to the queue until that time', async () => {
    const { id } = await addWebhook(receiver.url);
    const call = { ...(await addCall(id)), dueAt: Date.now() + 7_200_000 };
    const before = await countMessages('deliveries');
    expect(await consume(deliver, [call])).toEqual([]);

    expect(receiver.calls).toEqual([]);
    expect(await countMessages('deliveries')).toEqual({ ...before, delayed: before.delayed + 1 });
  });

  test('because its webhook was deleted ends', async () => {
    const { id } = await addWebhook(receiver.url);
    const call = await addCall(id);
    await connected().table.transact([{ delete: webhookKey(workspaceId, id) }]);

    expect(await consume(deliver, [call])).toEqual([]);
    expect(receiver.calls).toEqual([]);
  });

  test('because of a missing response fails with a code without internal details', async () => {
    const { id } = await addWebhook('http://127.0.0.1:9/in');
    const call = await addCall(id);
    await consume(deliver, [call]);

    expect(await readDelivery(call)).toMatchObject({
      status: 'pending',
      log: [{ requests: [{ statusCode: null, error: 'connect', responseSnippet: '' }] }],
    });
  });

  test('because its event does not exist stays in the queue and reaches the dead-letter queue', async () => {
    const { id } = await addWebhook(receiver.url);
    const call = { ...(await addCall(id)), eventId: newId('evt', 0) };

    expect(await consume(deliver, [call])).toEqual([0]);
  });
});
