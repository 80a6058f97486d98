import { queueWorker } from '#lib/runtime/queue-worker.ts';
import { nextAttemptMessage, readOverdueRelease } from '#lib/webhooks/delivery/next-message.ts';

const needs = [
  'table:write',
  'deliveries:send',
  'slowlane:send',
  'secrets:seal',
  'network:outbound',
  'webhooks:pace',
] as const;

const deliveryWorker = {
  batchSize: 10,
  timeoutSeconds: 60,
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
    overdue: { delivery: nextAttemptMessage, webhook: readOverdueRelease },
    summary: 'Posts one signed event to one webhook, and releases held deliveries',
    needs,
    impact: 'webhook subscribers stop receiving events',
  }),
  /** Delivers to slow endpoints, so that they delay only each other. */
  deliverSlowly: queueWorker({
    ...deliveryWorker,
    queue: 'slowlane',
    overdue: {},
    summary: 'Posts one signed event to one webhook with a slow endpoint',
    needs,
    impact: 'subscribers with slow endpoints stop receiving events',
    // The function mostly waits, and Lambda bills memory × time. Leases limit the instances per workspace.
    memoryMb: 256,
  }),
};
