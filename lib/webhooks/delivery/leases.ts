import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { shardOf } from '#lib/storage/shard.ts';
import { ConditionFailed, type Item, type Key } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { sortableTime } from '#lib/storage/worklist.ts';

/*
 * In-flight requests to slow endpoints are limited by leases, over all instances. A workspace has one item with a fixed
 * number of slots; a slot holds one lease. A lease costs two writes and one read, and only an endpoint that is marked as
 * slow needs one: an endpoint that answers in time costs nothing.
 *
 * The slow lane has 50 instances, and each waits for at least one request. So three workspaces (3 × 16 leases) whose
 * endpoints all hang fit into it, and each of them only until five timeouts have made its endpoints `failing`.
 * An endpoint that takes 1 s to answer gets 8 requests a second.
 */
const workspaceLeasesMax = 16;

/** At most so many requests to one slow endpoint are in flight. */
export const endpointLeasesMax = 8;

/** Longer than an attempt takes: two requests of 10 s each. A lease that a crash left behind ends by itself. */
const leaseMs = 30_000;

interface Lease {
  readonly slot: string;
  readonly holder: string;
}

interface LeaseRequest {
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly eventId: string;
}

const leasesKey = (workspaceId: string): Key => ({ pk: `W#${workspaceId}#WEBHOOK_LEASES`, sk: 'LEASES' });

/** An endpoint may use half of its workspace's slots, always the same: no count is needed to limit it. */
function slotsOf(webhookId: string): string[] {
  const first = shardOf(webhookId, workspaceLeasesMax);

  return Array.from(
    { length: endpointLeasesMax },
    (_, position) => `slot${(first + position) % workspaceLeasesMax}`,
  );
}

function freeSlots(item: Item | undefined, webhookId: string, now: number): string[] {
  return slotsOf(webhookId).filter((slot) => String(item?.[slot] ?? '') < sortableTime(now));
}

/** How many more requests to a slow endpoint may be started now. */
export async function countFreeLeases(
  { table, now }: Services,
  workspaceId: string,
  webhookId: string,
): Promise<number> {
  return freeSlots(await table.get(leasesKey(workspaceId), { consistent: true }), webhookId, now()).length;
}

/** @returns undefined when the limit is reached */
async function acquireLease(
  { table, now }: Services,
  { workspaceId, webhookId, eventId }: LeaseRequest,
): Promise<Lease | undefined> {
  const key = leasesKey(workspaceId);
  let item = await table.get(key, { consistent: true });
  for (;;) {
    const at = now();
    const free = freeSlots(item, webhookId, at);
    // Random: requests that start together seldom want the same slot.
    const slot = free[Math.floor(Math.random() * free.length)];
    if (slot === undefined) return undefined;
    const holder = `${sortableTime(at + leaseMs)}#${eventId}`;
    try {
      const isFree = [{ [slot]: 'absent' }, { [slot]: { below: sortableTime(at) } }] as const;
      await table.update({ update: key, set: { [slot]: holder }, if: isFree });

      return { slot, holder };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      // Another request took this slot. The next try chooses among those that were free then, or ends.
      item = error.found;
    }
  }
}

/** Never rejects: the request was sent, and its outcome must be recorded. */
async function returnLease({ table }: Services, workspaceId: string, { slot, holder }: Lease): Promise<void> {
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

/** Does work that starts a request to a slow endpoint. @returns undefined, the work not begun, when the limit is reached */
export async function withLease<Result>(
  services: Services,
  request: LeaseRequest,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const lease = await acquireLease(services, request);
  if (!lease) return undefined;
  try {
    return await work();
  } finally {
    await returnLease(services, request.workspaceId, lease);
  }
}
