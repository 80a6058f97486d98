import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#lib/values/ids.ts';
import { holdDelivery } from '#lib/webhooks/delivery/hold.ts';
import { planEnabling } from '#lib/webhooks/enable.ts';
import { toWebhook, webhookKey } from '#lib/webhooks/items.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { commitNow } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls } from '../support/activity.ts';
import { setClock } from '../support/clock.ts';
import { consume, context } from '../support/invoke.ts';
import { addCall, addWebhook, workspaceId } from '../support/one-delivery.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';
import { startReceiver } from '../support/receiver.ts';

const minuteMs = 60_000;

beforeAll(() => useOwnResources());
beforeEach(async () => {
  await takeMessages('deliveries');
  await takeMessages('releases');
});

/** A delivery of an event that is never read. */
const callOf = (webhookId: string) => ({
  workspaceId,
  webhookId,
  eventId: newId('evt', Date.now()),
  subjectId: newId('con', Date.now()),
  attempt: 1,
  dueAt: Date.now(),
});

/** A webhook that was enabled with a replay and has this many held deliveries. */
async function enabledWebhook(held: number) {
  const { id } = await addWebhook('https://hooks.example.com/in');
  const calls = Array.from({ length: held }, () => callOf(id));
  await Promise.all(calls.map((call) => holdDelivery(connected().table, call, 'contact.created', {})));
  setClock(Date.now() + 1000);
  await commitNow(workspaceId, await planEnabling(connected(), workspaceId, id, { replay: 'held' }));

  return { id, calls, enabledAt: Date.now() };
}

const readItem = (id: string) => connected().table.get(webhookKey(workspaceId, id));

describe('release', () => {
  test('is requested by the commit that enables the webhook', async () => {
    const { id } = await enabledWebhook(0);

    expect(await takeCalls('releases')).toContainEqual({ workspaceId, webhookId: id });
  });

  test('releases a hundred deliveries per message, once each, and queues the next message', async () => {
    const { id, calls } = await enabledWebhook(130);
    const call = { workspaceId, webhookId: id };
    await consume(deliver, [call]);
    const first = await takeMessages('deliveries');
    await consume(deliver, [call, call]);
    const second = await takeMessages('deliveries');

    expect([first.length, second.length]).toEqual([100, 30]);
    expect(new Set([...first, ...second].map((each) => Object(each).eventId))).toEqual(
      new Set(calls.map(({ eventId }) => eventId)),
    );
    let next = 0;
    await expect
      .poll(async () => (next += (await takeMessages('releases')).length), { timeout: 10_000 })
      .toBe(3);
  });

  test('releases deliveries so that duplicate messages are detected', async () => {
    const receiver = await startReceiver();
    const { id } = await addWebhook(receiver.url);
    const call = await addCall(id);
    await holdDelivery(connected().table, call, 'contact.created', {});
    await commitNow(workspaceId, await planEnabling(connected(), workspaceId, id, { replay: 'held' }));
    await consume(deliver, [{ workspaceId, webhookId: id }]);
    const [released] = await takeMessages('deliveries');
    await consume(deliver, [released]);
    await consume(deliver, [released, released]);

    expect(receiver.calls).toHaveLength(1);
  });

  test('checks again after the last held delivery, for a delivery that was held late, and then ends', async () => {
    const { id, enabledAt } = await enabledWebhook(0);
    const call = { workspaceId, webhookId: id };
    await consume(deliver, [call]);
    expect(await readItem(id)).toHaveProperty('releasingSince');
    const late = callOf(id);
    await holdDelivery(connected().table, late, 'contact.created', {});
    setClock(enabledAt + 95_000);
    await consume(deliver, [call]);
    expect(await takeMessages('deliveries')).toMatchObject([{ eventId: late.eventId, attempt: 1 }]);

    await consume(deliver, [call]);
    const item = await readItem(id);
    expect(item).not.toHaveProperty('releasingSince');
    expect(item).not.toHaveProperty('gsi3pk');
  });

  test('releases deliveries that were held after an earlier replay was declined, even with older events', async () => {
    const { id } = await addWebhook('https://hooks.example.com/in');
    const [declined, underWay] = [callOf(id), callOf(id)];
    const { table } = connected();
    await table.update({ update: webhookKey(workspaceId, id), set: { status: 'failing' } });
    await holdDelivery(table, declined, 'contact.created', {});
    setClock(Date.now() + 1000);
    await commitNow(workspaceId, await planEnabling(connected(), workspaceId, id, { replay: 'none' }));
    const { releasesAfter } = toWebhook((await readItem(id)) ?? { pk: '', sk: '' });
    await holdDelivery(table, underWay, 'contact.created', { releasesAfter });
    await consume(deliver, [{ workspaceId, webhookId: id }]);

    expect(await takeMessages('deliveries')).toMatchObject([{ eventId: underWay.eventId, attempt: 1 }]);
  });

  test('is continued by the sweeper if its message is lost', async () => {
    const { id, enabledAt } = await enabledWebhook(1);
    setClock(enabledAt + 2 * minuteMs + 1000);
    await sweep({}, context);

    expect(await takeMessages('releases')).toContainEqual({ workspaceId, webhookId: id });
  });

  test('does nothing for a deleted or disabled webhook', async () => {
    const { id } = await enabledWebhook(1);
    await connected().table.update({ update: webhookKey(workspaceId, id), set: { status: 'disabled' } });
    expect(await consume(deliver, [{ workspaceId, webhookId: id }])).toEqual([]);
    await connected().table.transact([{ delete: webhookKey(workspaceId, id) }]);
    expect(await consume(deliver, [{ workspaceId, webhookId: id }])).toEqual([]);

    expect(await takeMessages('deliveries')).toEqual([]);
  });
});
