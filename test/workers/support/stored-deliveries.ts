import {
  type DeliveryItem,
  deliveriesPartition,
  deliveryPrefix,
  toDelivery,
} from '#lib/webhooks/delivery/delivery-items.ts';
import { connected } from '../../support/stack.ts';
import type { History } from './history.ts';

/** @returns the deliveries of the history's webhook, oldest event first. The partition has other items, too. */
export async function readDeliveries({
  world,
  webhookId,
}: Pick<History, 'world' | 'webhookId'>): Promise<DeliveryItem[]> {
  const pk = deliveriesPartition(world.workspaceId, webhookId);
  const sk = { prefix: deliveryPrefix };
  const { items } = await connected().table.query({ pk, sk, limit: 100 });

  return items.map(toDelivery);
}
