import type { Queue } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { updateIf } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import type { DeliveryMessage, QueueMessage, ReleaseMessage } from '#lib/values/queues.ts';
import { readHeld, takeHeld } from '#lib/webhooks/delivery/hold.ts';
import { countFreeLeases } from '#lib/webhooks/delivery/leases.ts';
import { releaseIntervalMs } from '#lib/webhooks/delivery/release-soon.ts';
import { isSlow } from '#lib/webhooks/delivery/slow-lane.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { isReplaying } from '#lib/webhooks/replay.ts';

/** Deliveries per batch. A slow endpoint gets as many as it has free leases. */
const batchSizeMax = 100;

/**
 * Minimum duration of a release, even without held deliveries. A function may still hold a delivery, based on state that it
 * read before the endpoint recovered, and the index is eventually consistent. So this is longer than a delivery function may
 * run.
 */
const releaseMsMin = 90_000;

/** Interval of checks for a failing endpoint without held deliveries. */
const probeCheckIntervalMs = 900_000;

export interface ReleaseServices extends Services {
  readonly deliveries: Queue<QueueMessage<'deliveries'>>;
  readonly slowlane: Queue<DeliveryMessage>;
}

/**
 * Releases held deliveries: all of them, oldest first, once the endpoint has recovered or was enabled. While it is failing,
 * one delivery probes it, even if there are no new events. Idempotent, and may stop at any point.
 */
export async function releaseHeld(services: ReleaseServices, releaseMessage: ReleaseMessage): Promise<void> {
  const { table, now } = services;
  const { workspaceId, webhookId } = releaseMessage;
  const item = await table.get(webhookKey(workspaceId, webhookId));
  const webhook = item && toWebhook(item);
  if (!webhook || webhook.status === 'disabled') return;
  if (webhook.status === 'failing') return releaseProbe(services, releaseMessage, webhook);

  const needsLeases = isSlow(webhook, now());
  const limit = needsLeases ? await countFreeLeases(services, workspaceId, webhookId) : batchSizeMax;
  const released =
    limit > 0 ? await releaseBatch(services, releaseMessage, webhook, { limit, needsLeases }) : 0;
  await finishOrContinue(services, releaseMessage, webhook, { limit, released, needsLeases });
}

interface BatchOptions {
  readonly limit: number;
  /** Whether the endpoint is slow, so that its deliveries go to the slow lane. */
  readonly needsLeases: boolean;
}

/** Ends the release, or queues its next message. */
async function finishOrContinue(
  services: ReleaseServices,
  releaseMessage: ReleaseMessage,
  webhook: WebhookItem,
  { limit, released, needsLeases }: BatchOptions & { readonly released: number },
): Promise<void> {
  const { table, now } = services;
  const { workspaceId, webhookId } = releaseMessage;
  const { releasingSince } = webhook;
  // No release is in progress: the message was late or a duplicate, and its batch needs no next message.
  if (releasingSince === undefined) return;
  const remainingMs = releasingSince + releaseMsMin - now();
  const update = webhookKey(workspaceId, webhookId);
  const ifInProgress = { releasingSince: { is: releasingSince } };
  // With a limit of 0, no held delivery was searched for, so the release continues.
  const isFinished = limit > 0 && released === 0 && remainingMs <= 0 && !isReplaying(webhook);
  if (isFinished) {
    await updateIf(table, {
      update,
      remove: ['releasingSince', ...worklistAttributeNames],
      if: ifInProgress,
    });
    return;
  }
  // The sweeper sends the next message if this one is lost.
  const isBusy = released > 0 || needsLeases || isReplaying(webhook);
  const nextAt = now() + (isBusy ? releaseIntervalMs : remainingMs);
  await updateIf(table, { update, set: worklistAttributes('webhook', webhookId, nextAt), if: ifInProgress });
  await queueRelease(services, releaseMessage, nextAt);
}

async function releaseProbe(
  services: ReleaseServices,
  releaseMessage: ReleaseMessage,
  webhook: WebhookItem,
): Promise<void> {
  const { table, now } = services;
  const { nextAttemptAt = 0 } = webhook;
  if (nextAttemptAt > now()) return queueRelease(services, releaseMessage, nextAttemptAt);
  const options = { limit: 1, needsLeases: isSlow(webhook, now()) };
  if ((await releaseBatch(services, releaseMessage, webhook, options)) > 0) return;
  const { workspaceId, webhookId } = releaseMessage;
  await updateIf(table, {
    update: webhookKey(workspaceId, webhookId),
    set: worklistAttributes('webhook', webhookId, now() + probeCheckIntervalMs),
    if: { status: { is: 'failing' } },
  });
}

/** Queues held deliveries, oldest first. @returns the number of held deliveries that were found */
async function releaseBatch(
  services: ReleaseServices,
  { workspaceId, webhookId }: ReleaseMessage,
  webhook: WebhookItem,
  { limit, needsLeases }: BatchOptions,
): Promise<number> {
  const held = await readHeld(services, webhook, limit);
  const taken = await Promise.all(held.map((key) => takeHeld(services, key)));
  const messages = taken.flatMap((message) => message ?? []);
  const queue = needsLeases ? services.slowlane : services.deliveries;
  await queue.send(messages.map((message) => ({ message })));
  if (held.length > 0) log('info', 'released', { workspaceId, webhookId, count: messages.length });

  return held.length;
}

function queueRelease(
  { deliveries, now }: ReleaseServices,
  message: ReleaseMessage,
  at: number,
): Promise<void> {
  return deliveries.send([{ message, delaySeconds: (at - now()) / 1000 }]);
}
