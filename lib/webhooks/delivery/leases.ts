import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { shardOf } from '#lib/storage/item.ts';
import { ConditionFailed, type Item, type Key, updateIf } from '#lib/storage/table.ts';
import { sortableTime } from '#lib/storage/worklist.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';

/*
 * Leases limit the in-flight requests to slow endpoints across all instances. A workspace has one item with a fixed number of
 * slots; a slot holds one lease. A lease costs two writes and one read. Only slow requests, and all requests to endpoints that
 * are marked as slow, need leases.
 *
 * The slow lane has 40 instances (`infra/reserved-concurrency.ts`). At worst, each request occupies its own instance. If
 * all endpoints of two workspaces hang, they then use 2 × 16 = 32 instances, until five timeouts mark the endpoints as
 * `failing`. An endpoint with a response time of 1 s gets 8 requests per second.
 */
const workspaceLeasesMax = 16;

/** Maximum in-flight requests to one slow endpoint. */
export const endpointLeasesMax = 8;

/** Longer than a delivery function may run. After a crash, the lease expires. */
const leaseMs = 70_000;

export interface EndpointLease {
  readonly slot: string;
  /** Position of the slot among the slots of the endpoint, from 0. */
  readonly position: number;
  /** Expiry time and event; the stored value of the slot. */
  readonly holder: string;
}

type LeaseRequest = Pick<DeliveryMessage, 'workspaceId' | 'webhookId' | 'eventId'>;

export const leasesKey = (workspaceId: string): Key => ({
  pk: `W#${workspaceId}#WEBHOOK_LEASES`,
  sk: 'LEASES',
});

/** Each endpoint always uses the same half of its workspace's slots, so its limit needs no counter. */
function slotsOf(webhookId: string): string[] {
  const firstPosition = shardOf(webhookId, workspaceLeasesMax);

  return Array.from(
    { length: endpointLeasesMax },
    (_, offset) => `slot${(firstPosition + offset) % workspaceLeasesMax}`,
  );
}

/** A slot's value starts with the expiry time of its lease, so a smaller text means an expired lease. */
function freeSlots(item: Item | undefined, webhookId: string, now: number): string[] {
  return slotsOf(webhookId).filter((slot) => String(item?.[slot] ?? '') < sortableTime(now));
}

/** Number of requests to a slow endpoint that may start now. */
export async function countFreeLeases(
  { table, now }: Services,
  workspaceId: string,
  webhookId: string,
): Promise<number> {
  return freeSlots(await table.get(leasesKey(workspaceId)), webhookId, now()).length;
}

/** @returns undefined when the endpoint or its workspace has no free slot */
export async function acquireLease(
  { table, now }: Services,
  { workspaceId, webhookId, eventId }: LeaseRequest,
): Promise<EndpointLease | undefined> {
  const key = leasesKey(workspaceId);
  let item = await table.get(key);
  for (;;) {
    const at = now();
    const free = freeSlots(item, webhookId, at);
    // Random, so that concurrent requests rarely choose the same slot.
    const slot = free[Math.floor(Math.random() * free.length)];
    if (slot === undefined) return undefined;
    const holder = `${sortableTime(at + leaseMs)}#${eventId}`;
    try {
      const ifFree = [{ [slot]: 'absent' }, { [slot]: { below: sortableTime(at) } }] as const;
      await table.update({ update: key, set: { [slot]: holder }, if: ifFree });

      return { slot, position: slotsOf(webhookId).indexOf(slot), holder };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      // Another request has taken this slot. Try the slots that were still free according to the item of the failed condition.
      item = error.found;
    }
  }
}

/** Never rejects: the request was sent, and its outcome must be recorded. */
export async function releaseLease(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  { slot, holder }: EndpointLease,
): Promise<void> {
  try {
    await updateIf(table, {
      update: leasesKey(workspaceId),
      remove: [slot],
      if: { [slot]: { is: holder } },
    });
  } catch (error) {
    log('warn', 'lease not returned', { workspaceId }, error);
  }
}
