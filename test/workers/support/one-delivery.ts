import { OutboxItem } from '#lib/activity/items.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { newId } from '#lib/runtime/ids.ts';
import { deliveryKey, toWebhook, webhookKey } from '#lib/webhooks/items.ts';
import { NewWebhook } from '#lib/webhooks/webhook.ts';
import { planWebhook } from '#lib/webhooks/webhooks.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';
import { addContact, commitNow } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { readOutbox } from './activity.ts';

export const workspaceId = newId('wsp', Date.now());

export async function addWebhook(url: string) {
  const services = { ...connected(), vault: kmsVault(connected()), loopback: 'allow' as const };
  const input = NewWebhook.parse({ url, events: ['contact.created'] });

  return commitNow(workspaceId, await planWebhook(services, workspaceId, input));
}

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
