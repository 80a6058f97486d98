import { type Table, updateIf } from '#lib/storage/table.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import type { AttemptOutcome } from '#lib/webhooks/delivery/attempt.ts';
import {
  deliveryIndexAttributes,
  deliveryKey,
  logEntry,
  resentAttribute,
} from '#lib/webhooks/delivery/delivery-items.ts';

/**
 * Records a resend's outcome exactly once. A success marks the delivery as delivered and cancels a pending attempt; a failure
 * changes nothing else.
 */
export async function recordResend(
  table: Table,
  { workspaceId, webhookId, eventId, attempt, resend = 0 }: DeliveryMessage,
  attemptOutcome: AttemptOutcome,
): Promise<void> {
  const resent = resentAttribute(resend);
  await updateIf(table, {
    update: deliveryKey(workspaceId, webhookId, eventId),
    set: { [resent]: true, ...(attemptOutcome.isDelivered && { status: 'delivered' }) },
    append: { log: [logEntry('resend', attempt, attemptOutcome)] },
    ...(attemptOutcome.isDelivered && { remove: deliveryIndexAttributes }),
    // Skips duplicate messages and deliveries that are no longer retained.
    if: { [resent]: 'absent', pk: 'present' },
  });
}
