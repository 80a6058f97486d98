import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webhookKey } from '#lib/webhooks/items.ts';
import { markStalled } from '#lib/webhooks/stall.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { handler as deliverSlowly } from '../../../functions/webhooks/deliver-slowly.ts';
import { handler as release } from '../../../functions/webhooks/release.ts';
import { until } from '../../../infra/local/demo/stack-time.ts';
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

describe('an endpoint that takes long to answer', () => {
  test('is out of the others’ way while its first request still waits', async () => {
    const { id } = await addWebhook(receiver.url);
    const [first, second] = [await addCall(id), await addCall(id)];
    const answers: (() => void)[] = [];
    receiver.answer = () => new Promise((resolve) => answers.push(() => resolve({ status: 200 })));
    const waiting = consume(deliver, [first]);
    await until('the endpoint is slow', async () => (await readWebhook(id)).slowUntil !== undefined);

    expect(await consume(deliver, [second])).toEqual([]);
    expect(receiver.calls).toHaveLength(1);
    expect(await takeMessages('slowlane')).toEqual([second]);
    for (const answer of answers) answer();
    expect(await waiting).toEqual([]);
    expect(await readDelivery(first)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(await readDelivery(second)).toBeUndefined();
  });

  test('for seconds gets nothing more until they are over; what is held meanwhile costs no attempt and goes out then', async () => {
    const { id } = await addWebhook(receiver.url);
    const waiting = await Promise.all(Array.from({ length: 5 }, () => addCall(id)));
    const answers: (() => void)[] = [];
    receiver.answer = () => new Promise((resolve) => answers.push(() => resolve({ status: 200 })));
    const before = await countMessages('releases');
    const consumed = consume(deliver, waiting);
    await until('the endpoint is stalled', async () => (await readWebhook(id)).stalledUntil !== undefined);
    const others = [await addCall(id), await addCall(id)];
    await consume(deliver, others.slice(0, 1));
    await consume(deliverSlowly, others.slice(1));

    expect(receiver.calls).toHaveLength(5);
    for (const call of others)
      expect(await readDelivery(call)).toMatchObject({ status: 'held', attempts: 0 });
    for (const answer of answers) answer();
    expect(await consumed).toEqual([]);
    for (const call of waiting) expect(await readDelivery(call)).toMatchObject({ status: 'delivered' });
    // One call for all five that waited.
    expect((await countMessages('releases')).delayed).toBe(before.delayed + 1);

    await consume(release, [{ workspaceId, webhookId: id }]);
    expect(await takeMessages('deliveries')).toEqual([]);
    setClock(((await readWebhook(id)).stalledUntil ?? 0) + 1);
    await consume(release, [{ workspaceId, webhookId: id }]);
    const released = await takeMessages('deliveries');
    expect(released).toMatchObject(others.map(({ eventId }) => ({ eventId, attempt: 1, wasHeld: true })));
    receiver.answer = { status: 200 };
    await consume(deliverSlowly, released);
    for (const call of others) {
      expect(await readDelivery(call)).toMatchObject({ status: 'delivered', attempts: 1 });
    }
  });

  test('for seconds is looked after by the sweeper where the call for it was lost', async () => {
    const { id } = await addWebhook(receiver.url);
    await markStalled(
      { ...connected(), releases: { send: async () => undefined }, failingAttemptMs: 60_000 },
      workspaceId,
      await readWebhook(id),
    );
    setClock(Date.now() + 5 * 60_000);
    await sweep({}, context);

    expect(await takeMessages('releases')).toContainEqual({ workspaceId, webhookId: id });
  });

  test('gets in the slow lane what it would have got in the other', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id, Date.now() + 60_000);
    const call = await addCall(id);
    expect(await consume(deliverSlowly, [call])).toEqual([]);

    expect(receiver.calls).toHaveLength(1);
    expect(await readDelivery(call)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(await takeMessages('slowlane')).toEqual([]);
  });

  test('that fails there is tried again by the same schedule', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id, Date.now() + 60_000);
    const call = await addCall(id);
    receiver.answer = { status: 500 };
    await consume(deliverSlowly, [call]);

    expect(await readDelivery(call)).toMatchObject({ status: 'pending', attempts: 1 });
    expect((await readWebhook(id)).consecutiveFailures).toBe(1);
  });

  test('is among the others again some minutes after its last slow answer', async () => {
    const { id } = await addWebhook(receiver.url);
    await markSlow(id, Date.now() - 1);
    const call = await addCall(id);
    await consume(deliver, [call]);

    expect(receiver.calls).toHaveLength(1);
    expect(await takeMessages('slowlane')).toEqual([]);
  });
});
