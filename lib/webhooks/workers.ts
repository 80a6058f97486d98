import * as z from 'zod/mini';
import { queueWorker } from '#lib/runtime/worker.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** One attempt to tell one webhook of one event. The event's bytes stay in the table. */
export const DeliveryCall = z.object({
  workspaceId: idSchema('wsp'),
  webhookId: idSchema('whk'),
  eventId: idSchema('evt'),
  /** Whose partition holds the event. */
  subjectId: z.union([idSchema('con'), idSchema('cmp')]),
  attempt: z.int(),
  /** Epoch milliseconds. Absolute, so that hops through the queue neither add up nor arrive early. */
  dueAt: z.int(),
  /** Of a first attempt that was held before: its delivery has an item, which tells a doubled message. */
  wasHeld: z.optional(z.literal(true)),
  /** Which of the times its owner asked for it again; absent for an attempt of the schedule. */
  resend: z.optional(z.int()),
});
export type DeliveryCall = z.infer<typeof DeliveryCall>;

/** To look what is held for a webhook and may go out. */
export const ReleaseCall = z.object({ workspaceId: idSchema('wsp'), webhookId: idSchema('whk') });
export type ReleaseCall = z.infer<typeof ReleaseCall>;

const needs = [
  'table:write',
  'deliveries:send',
  'releases:send',
  'secrets:seal',
  'network:outbound',
  'webhooks:pace',
] as const;

const delivering = {
  batchSize: 10,
  timeoutSeconds: 60,
  message: DeliveryCall,
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
    ...delivering,
    queue: 'deliveries',
    summary: 'Posts one signed event to one webhook',
    needs: [...needs, 'slowlane:send'],
    impact: 'webhook subscribers stop receiving events',
  }),
  /** The same for slow endpoints: they delay each other here, and no others. */
  deliverSlowly: queueWorker({
    ...delivering,
    queue: 'slowlane',
    summary: 'Posts one signed event to one webhook that takes long to answer',
    needs,
    impact: 'subscribers whose webhooks answer slowly stop receiving events',
    // It mostly waits, which is paid by its memory. Leases limit how many of its instances one workspace takes.
    memoryMb: 256,
  }),
  release: queueWorker({
    queue: 'releases',
    summary: 'Sends the deliveries that were held for a webhook that answers again',
    needs: ['table:write', 'deliveries:send', 'releases:send'],
    impact: 'what was held for webhooks that answer again stays held',
    batchSize: 10,
    message: ReleaseCall,
  }),
};
