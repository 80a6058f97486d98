import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planWebhookDeletion } from '#lib/webhooks/delete.ts';
import { holdDelivery } from '#lib/webhooks/delivery/hold.ts';
import { planEnabling } from '#lib/webhooks/enable.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { handler as enable } from '../../../functions/webhooks/enable.ts';
import { handler as get } from '../../../functions/webhooks/get.ts';
import { call } from '../../support/call.ts';
import { connected, newApiKey } from '../../support/stack.ts';
import { takeCalls } from '../../workers/support/activity.ts';
import { setClock } from '../../workers/support/clock.ts';
import { releaseAndDeliver } from '../../workers/support/held.ts';
import { consume } from '../../workers/support/invoke.ts';
import { addCall, readDelivery, readWebhook, workspaceId } from '../../workers/support/one-delivery.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addWebhook, commitNow } from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let apiKey: string;
let receiver: Receiver;
const post = (id: string, body?: unknown) =>
  call(enable, { method: 'POST', path: `/webhooks/${id}/enable`, params: { id }, apiKey, body });
const read = async (id: string) =>
  (await call(get, { method: 'GET', path: `/webhooks/${id}`, params: { id }, apiKey })).body;

beforeAll(async () => {
  // The test counts requests to the webhook, so no other worker may deliver.
  await useOwnResources();
  apiKey = await newApiKey(workspaceId, { scope: 'full-access' });
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.calls.length = 0;
  await takeCalls('releases');
});

const learned = (until: number) => ({
  doubleRejections: 2,
  fallbackPausedUntil: until,
  slowUntil: until,
});

/** A webhook with this status and two held deliveries. */
async function webhookThat(is: 'failing' | 'disabled') {
  const { id } = await addWebhook(workspaceId, { url: receiver.url });
  const at = Date.now();
  const states = {
    failing: { status: 'failing', consecutiveFailures: 7, nextAttemptAt: at + 60_000 },
    disabled: { status: 'disabled', consecutiveFailures: 20, disabledAt: new Date(at).toISOString() },
  };
  await connected().table.update({
    update: webhookKey(workspaceId, id),
    set: { ...states[is], ...learned(at + 60_000) },
  });
  const held = [await addCall(id), await addCall(id)];
  for (const delivery of held) await holdDelivery(connected().table, delivery, 'contact.created', {});

  return { id, held, nextAttemptAt: new Date(at + 60_000).toISOString() };
}

describe.each(['failing', 'disabled'] as const)('accepts a webhook that is %s', (status) => {
  test('which is healthy immediately, with its failures reset', async () => {
    const { id } = await webhookThat(status);
    const before = await read(id);
    const { status: answered, body } = await post(id);

    expect(answered).toBe(200);
    expect(body).toEqual({
      ...before,
      status: 'healthy',
      consecutiveFailures: 0,
      disabledAt: null,
      nextAttemptAt: null,
      updatedAt: expect.any(String),
    });
    expect(body.updatedAt > before.updatedAt).toBe(true);
    expect(await read(id)).toEqual(body);
    const stored = await readWebhook(id);
    for (const name of ['nextAttemptAt', ...Object.keys(learned(0))]) {
      expect(stored).not.toHaveProperty(name);
    }
  });

  test('which receives new events immediately', async () => {
    const { id } = await webhookThat(status);
    await post(id);
    const next = await addCall(id);
    await consume(deliver, [next]);

    expect(receiver.calls.map(({ headers }) => headers['x-webhook-id'])).toEqual([next.eventId]);
  });

  test('and sends held deliveries once each, if requested', async () => {
    const { id, held } = await webhookThat(status);
    await post(id, { replay: 'held' });
    expect(await takeCalls('releases')).toContainEqual({ workspaceId, webhookId: id });
    await releaseAndDeliver(id);

    // They are released oldest first and sent concurrently.
    expect(receiver.calls.map(({ headers }) => headers['x-webhook-id']).sort()).toEqual(
      held.map(({ eventId }) => eventId).sort(),
    );
  });

  test.each([
    ['without a body', undefined],
    ['with an empty one', {}],
    ['with "none"', { replay: 'none' }],
  ])('and keeps held deliveries %s until they are resent', async (_, body) => {
    const { id, held } = await webhookThat(status);
    setClock(Date.now() + 1000);
    await post(id, body);
    expect(await takeCalls('releases')).not.toContainEqual({ workspaceId, webhookId: id });
    expect(await releaseAndDeliver(id)).toBe(0);
    for (const each of held) expect(await readDelivery(each)).toMatchObject({ status: 'held', attempts: 0 });

    await post(id, { replay: 'held' });
    expect(await releaseAndDeliver(id)).toBe(2);
  });
});

describe('accepts', () => {
  test('a repeated request: a replay in progress continues', async () => {
    const { id, held } = await webhookThat('disabled');
    await post(id, { replay: 'held' });
    await post(id);

    expect(await releaseAndDeliver(id)).toBe(held.length);
  });

  test('concurrent requests, and applies one of them', async () => {
    const { id } = await webhookThat('disabled');
    const replies = await Promise.all([post(id), post(id, { replay: 'held' }), post(id), post(id)]);

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await read(id)).toMatchObject({ status: 'healthy', consecutiveFailures: 0 });
  });

  test('a request during a concurrent change, and retries it', async () => {
    for (const meanwhile of [
      (id: string) => post(id),
      (id: string) => commitNow(workspaceId, planWebhookDeletion(workspaceId, id, Date.now())),
    ]) {
      const { id } = await webhookThat('disabled');
      const change = await planEnabling(connected(), workspaceId, id, { replay: 'none' });
      await meanwhile(id);

      await expect(commitNow(workspaceId, change)).rejects.toMatchObject({ name: 'Stale' });
    }
  });
});

describe('a failing webhook', () => {
  test('shows its next attempt only until it is healthy', async () => {
    const { id, nextAttemptAt } = await webhookThat('failing');
    expect(await read(id)).toMatchObject({ status: 'failing', nextAttemptAt });

    await post(id);
    expect(await read(id)).toMatchObject({ status: 'healthy', nextAttemptAt: null });
  });
});

describe('rejects', () => {
  test.each([{ replay: 'all' }, { replay: null }, { replay: true }])('%j as a replay', async (body) => {
    const { id } = await webhookThat('disabled');
    const before = await readWebhook(id);
    const reply = await post(id, body);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['replay']);
    expect(await readWebhook(id)).toEqual(before);
  });
});
