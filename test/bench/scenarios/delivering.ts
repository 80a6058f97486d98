import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '#lib/runtime/ids.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { fixedId, seedActivity, seedWebhook } from '../support/fixtures.ts';
import { deliverMessage } from '../support/invoke.ts';

const operations = ['webhooks.deliver'];

/** To a receiver on this machine that takes what it gets, then to the same one when it fails. */
export async function measureDelivering(bench: Bench): Promise<Figure[]> {
  let status = 204;
  const receiver = createServer((_request, response) => response.writeHead(status).end());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const { port } = receiver.address() as AddressInfo;
    const workspaceId = newId('wsp', bench.now());
    const { contactId: subjectId } = await seedActivity(bench, workspaceId, 2);
    const webhookId = await seedWebhook(bench, workspaceId, `http://127.0.0.1:${port}/`);
    const deliver = (event: number) =>
      deliverMessage('webhooks.deliver', {
        ...{ workspaceId, webhookId, subjectId, eventId: fixedId('evt', event) },
        ...{ attempt: 1, dueAt: bench.now() },
      });
    const delivered = await measureCost(() => deliver(0));
    status = 500;
    const failed = await measureCost(() => deliver(1));

    return [
      {
        name: 'one webhook delivery that succeeds',
        operations,
        cost: delivered,
        target: { writeUnits: 2, readUnits: 1 },
      },
      { name: 'one webhook delivery that fails', operations, cost: failed },
    ];
  } finally {
    receiver.close();
  }
}
