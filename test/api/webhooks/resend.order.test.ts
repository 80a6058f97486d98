import { beforeAll, expect, test } from 'vitest';
import { DeliveryMessage } from '#lib/values/queues.ts';
import { deliveryIdOf } from '#lib/webhooks/delivery/delivery-items.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { handler as resend } from '../../../functions/webhooks/resend.ts';
import { call } from '../../support/call.ts';
import { newApiKey } from '../../support/stack.ts';
import { takeCalls } from '../../workers/support/activity.ts';
import { consume } from '../../workers/support/invoke.ts';
import { addCall, readDelivery, workspaceId } from '../../workers/support/one-delivery.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addWebhook } from '../support/seed.ts';

let receiver: Receiver;

beforeAll(async () => {
  // The test orders the attempts, so no other worker may deliver.
  await useOwnResources();
  receiver = await startReceiver();
});

test('an accepted resend counts, even if a later resend is rejected before it', async () => {
  const { id } = await addWebhook(workspaceId, { url: receiver.url });
  const delivery = await addCall(id);
  receiver.answer = { status: 500 };
  await consume(deliver, [delivery]);
  const apiKey = await newApiKey(workspaceId, { scope: 'full-access' });
  const params = { id, deliveryId: deliveryIdOf(delivery.eventId) };
  const path = `/webhooks/${id}/deliveries/${params.deliveryId}/resend`;
  for (let count = 0; count < 2; count++) await call(resend, { method: 'POST', path, params, apiKey });
  const messages = (await takeCalls('deliveries')).map((message) => DeliveryMessage.parse(message));
  const [first, second] = [1, 2].map((number) => messages.find((message) => message.resend === number));
  await consume(deliver, [second]);
  receiver.answer = { status: 200 };
  await consume(deliver, [first]);
  await consume(deliver, [first, second]);

  expect(await readDelivery(delivery)).toMatchObject({
    status: 'delivered',
    log: [
      { trigger: 'schedule', requests: [{ statusCode: 500 }] },
      { trigger: 'resend', requests: [{ statusCode: 500 }] },
      { trigger: 'resend', requests: [{ statusCode: 200 }] },
    ],
  });
});
