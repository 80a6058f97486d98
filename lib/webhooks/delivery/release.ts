import type { Queue } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Condition, Item, Table } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';
import { ulidTime } from '#lib/values/ids.ts';
import { duePlace, heldPartition } from '#lib/webhooks/delivery/delivery-items.ts';
import { countFreeLeases } from '#lib/webhooks/delivery/leases.ts';
import { nextCall } from '#lib/webhooks/delivery/next-call.ts';
import { roundMs } from '#lib/webhooks/delivery/release-soon.ts';
import { isSlow } from '#lib/webhooks/delivery/slow-lane.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import type { DeliveryCall, ReleaseCall } from '#lib/webhooks/workers.ts';

/** Held deliveries of older events are not sent: 7 days. */
const heldMs = 604_800_000;

/** Deliveries per batch. A slow endpoint gets as many as it has free leases. */
const releasedMax = 100;

/**
 * A release ends only after this time without held deliveries. A function may hold a delivery based on state that it read
 * before the endpoint recovered, and the index is eventually consistent. Longer than a delivery function may run.
 */
const quietMs = 90_000;

/** Interval of checks for a failing endpoint without held deliveries. */
const idleMs = 900_000;

export interface ReleaseServices extends Services {
  readonly deliveries: Queue<DeliveryCall>;
  readonly releases: Queue<ReleaseCall>;
}

/**
 * Releases held deliveries: all of them, oldest first, once the endpoint has recovered or was enabled. While it is failing,
 * one delivery probes it, even if there are no new events. Idempotent, and may stop at any point.
 */
export async function releaseHeld(services: ReleaseServices, call: ReleaseCall): Promise<void> {
  const { table, now } = services;
  const { workspaceId, webhookId } = call;
  const item = await table.get(webhookKey(workspaceId, webhookId), { consistent: true });
  const webhook = item && toWebhook(item);
  if (!webhook || webhook.status === 'disabled') return;
  if (webhook.status === 'failing') return releaseOne(services, call, webhook);

  const isLimited = isSlow(webhook, now());
  const limit = isLimited ? await countFreeLeases(services, workspaceId, webhookId) : releasedMax;
  const released = limit > 0 ? await release(services, call, webhook, limit) : 0;
  const { releasingSince } = webhook;
  if (releasingSince === undefined) return;
  const waitMs = releasingSince + quietMs - now();
  if (limit > 0 && released === 0 && waitMs <= 0) return endRelease(table, call, releasingSince);
  // The sweeper sends the next message if this one is lost.
  const nextAt = now() + (released > 0 || isLimited ? roundMs : waitMs);
  await place(table, call, { releasingSince: { is: releasingSince } }, nextAt);
  await again(services, call, nextAt);
}

async function releaseOne(services: ReleaseServices, call: ReleaseCall, webhook: WebhookItem): Promise<void> {
  const { table, now } = services;
  const { nextAttemptAt = 0 } = webhook;
  if (nextAttemptAt > now()) return again(services, call, nextAttemptAt);
  if ((await release(services, call, webhook, 1)) > 0) return;
  await place(table, call, { status: { is: 'failing' } }, now() + idleMs);
}

/** @returns the number of held deliveries that were found */
async function release(
  { table, now, deliveries }: ReleaseServices,
  { workspaceId, webhookId }: ReleaseCall,
  { releasesAfter = '' }: WebhookItem,
  limit: number,
): Promise<number> {
  const oldest = `evt_${ulidTime(now() - heldMs)}`;
  const { items } = await table.query({
    index: 'gsi3',
    pk: heldPartition(webhookId),
    sk: { after: releasesAfter > oldest ? releasesAfter : oldest },
    limit,
  });
  const calls = (await Promise.all(items.map((key) => setPending(table, key, now())))).flatMap(
    (item) => nextCall(item) ?? [],
  );
  await deliveries.send(calls.map((message) => ({ message })));
  if (items.length > 0) log('info', 'released', { workspaceId, webhookId, count: calls.length });

  return items.length;
}

/** Changes held to pending, due now. @returns undefined when it is no longer held */
function setPending(table: Table, { pk, sk, gsi3sk }: Item, now: number): Promise<Item | undefined> {
  return updateIf(table, {
    update: { pk, sk },
    // Any distinct text spreads the deliveries over the worklist's shards.
    set: { status: 'pending', ...duePlace({ eventId: String(gsi3sk) }, now) },
    if: { status: { is: 'held' } },
  });
}

function again({ releases, now }: ReleaseServices, message: ReleaseCall, at: number): Promise<void> {
  return releases.send([{ message, delaySeconds: (at - now()) / 1000 }]);
}

async function place(
  table: Table,
  { workspaceId, webhookId }: ReleaseCall,
  condition: Condition,
  dueAt: number,
): Promise<void> {
  await updateIf(table, {
    update: webhookKey(workspaceId, webhookId),
    set: worklistPlace('webhook', webhookId, dueAt),
    if: condition,
  });
}

async function endRelease(
  table: Table,
  { workspaceId, webhookId }: ReleaseCall,
  releasingSince: number,
): Promise<void> {
  await updateIf(table, {
    update: webhookKey(workspaceId, webhookId),
    remove: ['releasingSince', ...noWorklistPlace],
    if: { releasingSince: { is: releasingSince } },
  });
}
