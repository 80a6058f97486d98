import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webhookKey } from '#lib/webhooks/items.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { handler as deliverSlowly } from '../../../functions/webhooks/deliver-slowly.ts';
import { until } from '../../../infra/local/demo/stack-time.ts';
import { connected } from '../../support/stack.ts';
import { consume } from '../support/invoke.ts';
import { addCall, addWebhook, readDelivery, readWebhook, workspaceId } from '../support/one-delivery.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';
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
