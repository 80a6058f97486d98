import { ConditionFailed, type Table } from '#lib/storage/table.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';

interface Asked {
  readonly workspaceId: string;
  /** As it was read just now. */
  readonly webhook: WebhookItem;
  readonly now: number;
  /** How long a failing endpoint is left alone between two attempts, in milliseconds. */
  readonly failingAttemptMs: number;
}

/**
 * The circuit breaker. Without it a busy endpoint would go from healthy to disabled within a second of downtime: while it
 * is failing, one attempt in a minute tries whether it answers again; one that is disabled gets none.
 */
export function isLeftAlone({ webhook, now, failingAttemptMs }: Asked): boolean {
  const { status, nextAttemptAt = 0 } = webhook;
  if (status === 'failing') return failingAttemptMs > 0 && nextAttemptAt > now;

  return status === 'disabled';
}

/**
 * Of all deliveries that are due for an endpoint that is failing, one wins the attempt: the moment of the next is a
 * condition of the write.
 * @returns the webhook as it is then; undefined where there is to be no attempt now
 */
export async function admit(table: Table, asked: Asked): Promise<WebhookItem | undefined> {
  const { workspaceId, webhook, now, failingAttemptMs } = asked;
  if (isLeftAlone(asked)) return undefined;
  if (webhook.status === 'healthy' || failingAttemptMs === 0) return webhook;
  const isFailing = { status: { is: 'failing' } } as const;
  try {
    const claimed = await table.update({
      update: webhookKey(workspaceId, webhook.id),
      set: { nextAttemptAt: now + failingAttemptMs },
      if: [
        { ...isFailing, nextAttemptAt: 'absent' },
        { ...isFailing, nextAttemptAt: { atMost: now } },
      ],
    });

    return toWebhook(claimed);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const found = error.found && toWebhook(error.found);

    // It answered meanwhile, so there is nothing to wait for; held, it would wait for a release that may be over.
    return found?.status === 'healthy' ? found : undefined;
  }
}
