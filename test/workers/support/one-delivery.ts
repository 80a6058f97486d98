import { newId } from '#lib/values/ids.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import { deliveryKey } from '#lib/webhooks/delivery/delivery-items.ts';
import { toWebhook, webhookKey } from '#lib/webhooks/items.ts';
import { addDeliveryMessage, addWebhook as seedWebhook } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';

export const workspaceId = newId('wsp', Date.now());

export const addWebhook = (url: string) => seedWebhook(workspaceId, { url });

/** Stores an event. @returns the message that delivers it to a webhook */
export const addCall = (webhookId: string) => addDeliveryMessage(workspaceId, webhookId);

export const readWebhook = async (webhookId: string) => {
  const item = await connected().table.get(webhookKey(workspaceId, webhookId));
  if (!item) throw new Error('the webhook does not exist');

  return toWebhook(item);
};
export const readDelivery = ({ webhookId, eventId }: DeliveryMessage) =>
  connected().table.get(deliveryKey(workspaceId, webhookId, eventId));
