import * as z from 'zod/mini';
import type { Table } from '#lib/storage/table.ts';
import { DeliveryItem, deliveriesPartition } from '#lib/webhooks/delivery-items.ts';
import { type Behaviour, reactionTo } from './behaviour.ts';
import { attemptsOf } from './retry-check.ts';

const pageSize = 500;
const Outcome = z.pick(DeliveryItem, { eventId: true, status: true, attempts: true });

/** How many of a webhook's deliveries are not recorded as its receiver saw them, or not at all. */
export async function countWrongRecords(
  table: Table,
  { workspaceId, webhookId }: { readonly workspaceId: string; readonly webhookId: string },
  behaviour: Behaviour,
  eventIds: ReadonlySet<string>,
): Promise<number> {
  let right = 0;
  for await (const { eventId, status, attempts } of readDeliveries(table, workspaceId, webhookId)) {
    const expected = attemptsOf(behaviour, eventId);
    const isAccepted = reactionTo(behaviour, eventId, expected) === 'accepts';
    const isRight = attempts === expected && status === (isAccepted ? 'delivered' : 'exhausted');
    if (isRight && eventIds.has(eventId)) right += 1;
  }

  return eventIds.size - right;
}

async function* readDeliveries(table: Table, workspaceId: string, webhookId: string) {
  const pk = deliveriesPartition(workspaceId, webhookId);
  for (let after = 'DLV#', more = true; more; ) {
    const page = await table.query({ pk, sk: { after }, limit: pageSize, consistent: true });
    yield* page.items.map((item) => Outcome.parse(item));
    after = page.items.at(-1)?.sk ?? after;
    more = page.more;
  }
}
