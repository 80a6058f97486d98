import type { Table } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import type { AttemptOutcome } from '#lib/webhooks/delivery/attempt.ts';
import { deliveryKey, logLine, noDeliveryPlace } from '#lib/webhooks/delivery/delivery-items.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

/**
 * Writes what came of a resend, once. Accepted, the delivery is delivered, and an attempt that was still due is not made;
 * refused, everything stays as it was.
 */
export async function recordResend(
  table: Table,
  { workspaceId, webhookId, eventId, attempt, resend = 0 }: DeliveryCall,
  attempted: AttemptOutcome,
): Promise<void> {
  await updateIf(table, {
    update: deliveryKey(workspaceId, webhookId, eventId),
    set: { resent: resend, ...(attempted.isDelivered && { status: 'delivered' }) },
    append: { log: [logLine('resend', attempt, attempted)] },
    ...(attempted.isDelivered && { remove: noDeliveryPlace }),
    // Not that of a doubled message, nor of a delivery that is no longer kept.
    if: [{ resent: { below: resend } }, { resent: 'absent', pk: 'present' }],
  });
}
