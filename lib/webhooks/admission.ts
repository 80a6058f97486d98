import { ConditionFailed, type Table } from '#lib/storage/table.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';

/** What may be done with a delivery that is due: an attempt, or it is kept until its endpoint answers again. */
export type Admission =
  | { readonly kind: 'attempt'; readonly webhook: WebhookItem }
  | { readonly kind: 'hold'; readonly reason: 'failing' | 'disabled' };

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
 * is failing, one attempt in a minute tries whether it answers again.
 */
export async function admit(table: Table, asked: Asked): Promise<Admission> {
  const { webhook, failingAttemptMs } = asked;
  if (webhook.status === 'disabled') return { kind: 'hold', reason: 'disabled' };
  if (webhook.status === 'healthy' || failingAttemptMs === 0) return { kind: 'attempt', webhook };

  return claimAttempt(table, asked);
}

/** Of all deliveries that are due, one wins the attempt: the moment of the next is a condition of the write. */
async function claimAttempt(
  table: Table,
  { workspaceId, webhook, now, failingAttemptMs }: Asked,
): Promise<Admission> {
  if ((webhook.nextAttemptAt ?? 0) > now) return { kind: 'hold', reason: 'failing' };
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

    return { kind: 'attempt', webhook: toWebhook(claimed) };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const found = error.found && toWebhook(error.found);

    // It answered meanwhile, so there is nothing to wait for; held, it would wait for a release that may be over.
    return found?.status === 'healthy'
      ? { kind: 'attempt', webhook: found }
      : { kind: 'hold', reason: found?.status === 'disabled' ? 'disabled' : 'failing' };
  }
}
