import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '#lib/values/ids.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { fixedId, seedActivity, seedWebhook } from '../support/fixtures.ts';
import { deliverMessage } from '../support/invoke.ts';

const operations = ['webhooks.deliver'];

/** Deliveries to a local receiver: successful, failing, slow and disabled. */
export async function measureDelivering(bench: Bench): Promise<Figure[]> {
  let status = 204;
  const receiver = createServer((_request, response) => response.writeHead(status).end());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const { port } = receiver.address() as AddressInfo;
    const workspaceId = newId('wsp', bench.now());
    const { contactId: subjectId } = await seedActivity(bench, workspaceId, 6);
    const webhookId = await seedWebhook(bench, workspaceId, `http://127.0.0.1:${port}/`);
    const key = webhookKey(workspaceId, webhookId);
    const deliver = (event: number, operation = 'webhooks.deliver') =>
      deliverMessage(operation, {
        workspaceId,
        webhookId,
        subjectId,
        eventId: fixedId('evt', event),
        attempt: 1,
        dueAt: bench.now(),
      });
    const delivered = await measureCost(() => deliver(0));
    status = 500;
    const failed = await measureCost(() => deliver(1));
    const failedSlowly = await measureCost(() => deliver(2, 'webhooks.deliver-slowly'));
    await bench.table.update({ update: key, set: { slowUntil: bench.now() + 60_000 } });
    const heldSlow = await measureCost(() => deliver(3));
    const limited = await measureCost(() => deliver(5, 'webhooks.deliver-slowly'));
    await bench.table.update({ update: key, set: { status: 'disabled' }, remove: ['slowUntil'] });
    const held = await measureCost(() => deliver(4));
    await bench.table.update({ update: key, set: { status: 'healthy', releasingSince: bench.now() } });
    const released = await measureCost(() => deliverMessage('webhooks.deliver', { workspaceId, webhookId }));

    return [
      {
        name: 'one webhook delivery that succeeds',
        operations,
        cost: delivered,
        target: { writeUnits: 2, readUnits: 1 },
        why: 'after a success, the failure count is read with strong consistency, because a success resets it',
      },
      { name: 'one webhook delivery that fails', operations, cost: failed },
      {
        name: 'one webhook delivery that fails, in the slow lane',
        operations: ['webhooks.deliver-slowly'],
        cost: failedSlowly,
      },
      { name: 'one webhook delivery, held for a slow endpoint', operations, cost: heldSlow },
      {
        name: 'one webhook delivery that fails, to a slow endpoint',
        operations: ['webhooks.deliver-slowly'],
        cost: limited,
      },
      { name: 'one webhook delivery, held', operations, cost: held },
      { name: 'one webhook delivery, released', operations: ['webhooks.deliver'], cost: released },
    ];
  } finally {
    receiver.close();
  }
}
