import type { Item } from '#lib/storage/table.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import { type EventContext, includedData, type PublishedEvent } from '#lib/webhooks/event-context.ts';
import { includedPut } from '#lib/webhooks/included-data.ts';
import type { WebhookItem } from '#lib/webhooks/items.ts';

export interface NewDelivery {
  readonly message: DeliveryMessage;
  /** The item to store before the message is sent or held. */
  readonly included?: Item;
}

/** The first attempt to deliver an event to a webhook, due at `dueAt`, epoch milliseconds. */
export function newDelivery(
  workspaceId: string,
  { id: webhookId, include }: Pick<WebhookItem, 'id' | 'include'>,
  event: PublishedEvent & { readonly id: string },
  context: EventContext,
  dueAt: number,
): NewDelivery {
  const ids = { workspaceId, eventId: event.id, subjectId: event.subjectId };
  const message = { ...ids, webhookId, attempt: 1, dueAt };
  const data = includedData(include, event, context);
  if (data === undefined) return { message };

  return { message: { ...message, include }, included: includedPut({ ...ids, include }, data) };
}
