import { ConditionFailed, type Table } from '#lib/storage/table.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';

interface PlannedAttempt {
  readonly message: DeliveryMessage;
  /** As read immediately before. */
  readonly webhook: WebhookItem;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Interval of the probes of a failing endpoint, in milliseconds; 0 switches the circuit breaker off. */
  readonly failingAttemptMs: number;
}

/**
 * An open circuit permits no attempt. A disabled endpoint gets no attempt. A failing endpoint gets the retries of its
 * deliveries when they are due, but events wait for their first attempt: a release sends the oldest of them as a probe, once
 * per interval. Without the circuit breaker, the events of a short downtime could disable a busy endpoint.
 */
export function isCircuitOpen(attempt: PlannedAttempt): boolean {
  const { message, webhook, now } = attempt;
  if (webhook.status === 'disabled') return true;

  return mayBeProbe(attempt) && (!message.wasHeld || (webhook.nextAttemptAt ?? 0) > now);
}

function mayBeProbe({ message, webhook, failingAttemptMs }: PlannedAttempt): boolean {
  return webhook.status === 'failing' && message.attempt === 1 && failingAttemptMs > 0;
}

/**
 * Claims the next probe of a failing endpoint. A conditional write on its time lets one of the released deliveries win. Other
 * attempts need no claim.
 * @returns the current webhook; undefined when no attempt may start now
 */
export async function claimNextAttempt(
  table: Table,
  attempt: PlannedAttempt,
): Promise<WebhookItem | undefined> {
  const { message, webhook, now, failingAttemptMs } = attempt;
  if (isCircuitOpen(attempt)) return undefined;
  if (!mayBeProbe(attempt)) return webhook;
  const ifFailing = { status: { is: 'failing' } } as const;
  try {
    const claimed = await table.update({
      update: webhookKey(message.workspaceId, webhook.id),
      set: { nextAttemptAt: now + failingAttemptMs },
      if: [
        { ...ifFailing, nextAttemptAt: 'absent' },
        { ...ifFailing, nextAttemptAt: { atMost: now } },
      ],
    });

    return toWebhook(claimed);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const latest = error.found && toWebhook(error.found);

    // The endpoint has recovered, so the attempt may start. It must not be held: the release of held deliveries may be over, and
    // nothing else would send it.
    return latest?.status === 'healthy' ? latest : undefined;
  }
}
