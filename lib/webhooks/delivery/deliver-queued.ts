import type { QueueMessage } from '#lib/values/queues.ts';
import { type DeliverServices, deliverEvent } from '#lib/webhooks/delivery/deliver.ts';
import { releaseHeld } from '#lib/webhooks/delivery/release.ts';

/** Makes the attempt of a queue message, or releases held deliveries of a webhook. */
export function deliverQueued(services: DeliverServices, message: QueueMessage<'deliveries'>): Promise<void> {
  return 'eventId' in message ? deliverEvent(services, message) : releaseHeld(services, message);
}
