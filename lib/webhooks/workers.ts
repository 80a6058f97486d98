import * as z from 'zod/mini';
import { queueWorker } from '#lib/runtime/worker.ts';
import { Include } from '#lib/values/include.ts';
import { idSchema, Timestamp } from '#lib/values/schemas.ts';

/** One attempt to deliver one event to one webhook. The event's data stays in the table, so that an erasure finds it. */
export const DeliveryMessage = z.object({
  workspaceId: idSchema('wsp'),
  webhookId: idSchema('whk'),
  eventId: idSchema('evt'),
  /** The event is in the partition of this subject. */
  subjectId: z.union([idSchema('con'), idSchema('cmp'), idSchema('whk'), idSchema('acc')]),
  attempt: z.int(),
  /** Epoch milliseconds. Absolute, so that repeated delays in the queue do not add up. */
  dueAt: z.int(),
  /**
   * Set for the first attempt of a delivery that was held. Unlike other deliveries before their first attempt, it has an item,
   * which shows whether the message is a duplicate.
   */
  wasHeld: z.optional(z.literal(true)),
  /** `startedAt` of the replay that requested the attempt. */
  replayedBy: z.optional(Timestamp),
  /** The number of the resend; absent for a scheduled attempt. */
  resend: z.optional(z.int()),
  /** Objects that the delivery includes in addition to ids. Their data is stored beside the event: `included-data.ts`. */
  include: z.optional(Include),
});
export type DeliveryMessage = z.infer<typeof DeliveryMessage>;

/** Queue message: release the held deliveries of a webhook that may be sent. */
export const ReleaseMessage = z.object({ workspaceId: idSchema('wsp'), webhookId: idSchema('whk') });
export type ReleaseMessage = z.infer<typeof ReleaseMessage>;

const needs = [
  'table:write',
  'deliveries:send',
  'slowlane:send',
  'releases:send',
  'secrets:seal',
  'network:outbound',
  'webhooks:pace',
] as const;

const deliveryWorker = {
  batchSize: 10,
  timeoutSeconds: 60,
  message: DeliveryMessage,
  emits: ['webhook.failing', 'webhook.disabled'],
  metrics: [
    { name: 'WebhookAttempts', where: { message: 'attempted' } },
    { name: 'WebhookAttemptsAccepted', where: { message: 'attempted', outcome: 'http_2*' } },
    { name: 'WebhookAttemptMs', where: { message: 'attempted' }, value: 'durationMs' },
    { name: 'WebhookDeliveriesHeld', where: { message: 'held' } },
    { name: 'WebhooksFailing', where: { message: 'webhook is failing' } },
    { name: 'WebhooksRecovered', where: { message: 'webhook is healthy' } },
    { name: 'WebhooksDisabled', where: { message: 'webhook is disabled' } },
  ],
} as const;

export const webhookWorkers = {
  deliver: queueWorker({
    ...deliveryWorker,
    queue: 'deliveries',
    summary: 'Posts one signed event to one webhook',
    needs,
    impact: 'webhook subscribers stop receiving events',
  }),
  /** Delivers to slow endpoints, so that they delay only each other. */
  deliverSlowly: queueWorker({
    ...deliveryWorker,
    queue: 'slowlane',
    summary: 'Posts one signed event to one webhook with a slow endpoint',
    needs,
    impact: 'subscribers with slow endpoints stop receiving events',
    // The function mostly waits, and Lambda bills memory × time. Leases limit the instances per workspace.
    memoryMb: 256,
  }),
  release: queueWorker({
    queue: 'releases',
    summary: 'Sends the held deliveries of a webhook after its endpoint recovered',
    needs: ['table:write', 'deliveries:send', 'slowlane:send', 'releases:send'],
    impact: 'held deliveries of recovered webhooks are not sent',
    batchSize: 10,
    message: ReleaseMessage,
  }),
};
