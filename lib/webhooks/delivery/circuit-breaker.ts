import { ConditionFailed, type Table } from '#lib/storage/table.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';

interface PlannedAttempt {
  readonly workspaceId: string;
  /** As read immediately before. */
  readonly webhook: WebhookItem;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Interval between two attempts at a failing endpoint, in milliseconds; 0 switches the circuit breaker off. */
  readonly failingAttemptMs: number;
}

/**
 * An open circuit permits no attempt. A failing endpoint gets one probe attempt per interval; a disabled endpoint gets no
 * attempt. Without the circuit breaker, the many failures of a short downtime could disable a busy endpoint.
 */
export function isCircuitOpen({ webhook, now, failingAttemptMs }: PlannedAttempt): boolean {
  const { status, nextAttemptAt = 0 } = webhook;
  if (status === 'failing') return failingAttemptMs > 0 && nextAttemptAt > now;

  return status === 'disabled';
}

/**
 * Claims the next attempt at a failing endpoint. A conditional write on the time of the next attempt lets one of the due
 * deliveries win.
 * @returns the current webhook; undefined when no attempt may start now
 */
export async function claimNextAttempt(
  table: Table,
  attempt: PlannedAttempt,
): Promise<WebhookItem | undefined> {
  const { workspaceId, webhook, now, failingAttemptMs } = attempt;
  if (isCircuitOpen(attempt)) return undefined;
  if (webhook.status === 'healthy' || failingAttemptMs === 0) return webhook;
  const ifFailing = { status: { is: 'failing' } } as const;
  try {
    const claimed = await table.update({
      update: webhookKey(workspaceId, webhook.id),
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
