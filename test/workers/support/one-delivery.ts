import { OutboxItem } from '#lib/activity/items.ts';
import { newId } from '#lib/runtime/ids.ts';
import { deliveryKey, toWebhook, webhookKey } from '#lib/webhooks/items.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';
import { addContact, addWebhook as seedWebhook } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { readOutbox } from './activity.ts';

export const workspaceId = newId('wsp', Date.now());

export const addWebhook = (url: string) => seedWebhook(workspaceId, { url });

/** An event that happened, and the call to tell a webhook of it. */
export async function addCall(webhookId: string): Promise<DeliveryCall> {
  const subjectId = await addContact(workspaceId);
  const events = (await readOutbox()).flatMap((item) => OutboxItem.parse(item).events);
  const eventId = events.find((event) => event.subjectId === subjectId)?.id ?? '';

  return { workspaceId, webhookId, eventId, subjectId, attempt: 1, dueAt: Date.now() };
}

export const readWebhook = async (webhookId: string) => {
  const item = await connected().table.get(webhookKey(workspaceId, webhookId), { consistent: true });
  if (!item) throw new Error('the webhook is gone');

  return toWebhook(item);
};
export const readDelivery = ({ webhookId, eventId }: DeliveryCall) =>
  connected().table.get(deliveryKey(workspaceId, webhookId, eventId), { consistent: true });
