import { timestamp } from '#lib/runtime/ids.ts';
import type { Update } from '#lib/storage/table.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { statusAfter } from '#lib/webhooks/retry-plan.ts';
import { countDoubleRejection, type SecretName } from '#lib/webhooks/secrets.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

export type AttemptOutcome =
  /** `acceptedSecret`: the other one than was thought. */
  | { readonly kind: 'delivered'; readonly text: string; readonly acceptedSecret?: SecretName }
  | {
      readonly kind: 'failed';
      readonly text: string;
      /** Absent when nobody answered. */
      readonly statusCode?: number;
      /** Signed with either secret, it was rejected. */
      readonly doubleRejection?: boolean;
    }
  /** Not attempted, because the endpoint is disabled. */
  | { readonly kind: 'held' };

const noteEveryMs = 60_000;

interface Success {
  /** As it was read before the attempt. */
  readonly webhook: WebhookItem;
  readonly acceptedSecret: SecretName | undefined;
  readonly now: number;
}

/**
 * What a success tells of a webhook that is healthy already: nothing is written but for a secret that turned out to be
 * the accepted one and, once a minute, the time. Who comes too late with it leaves it.
 */
export function noted(
  { workspaceId, webhookId }: DeliveryCall,
  { webhook, acceptedSecret, now }: Success,
): Update[] {
  const { lastSuccessAt, sealedSecret } = webhook;
  const isFresh = lastSuccessAt !== null && now - Date.parse(lastSuccessAt) < noteEveryMs;
  if (isFresh && acceptedSecret === undefined) return [];

  return [
    {
      update: webhookKey(workspaceId, webhookId),
      set: {
        lastSuccessAt: timestamp(now),
        ...(acceptedSecret !== undefined && { lastAcceptedSecret: acceptedSecret }),
      },
      if: { lastSuccessAt: { is: lastSuccessAt }, sealedSecret: { is: sealedSecret } },
    },
  ];
}

/** failing → healthy, or still healthy: nothing is held against it any more. A disabled one stays disabled. */
export function healthy(
  { workspaceId, webhookId }: DeliveryCall,
  current: WebhookItem,
  { webhook, acceptedSecret, now }: Success,
): Update {
  const { consecutiveFailures, sealedSecret } = current;
  // After a rotation meanwhile the name means another secret.
  const isKnown = acceptedSecret !== undefined && sealedSecret === webhook.sealedSecret;

  return {
    update: webhookKey(workspaceId, webhookId),
    set: {
      consecutiveFailures: 0,
      status: 'healthy',
      lastSuccessAt: timestamp(now),
      updatedAt: timestamp(now),
      ...(isKnown && { lastAcceptedSecret: acceptedSecret }),
    },
    remove: ['doubleRejections'],
    if: {
      consecutiveFailures: { is: consecutiveFailures },
      status: { oneOf: ['healthy', 'failing'] },
      sealedSecret: { is: sealedSecret },
    },
  };
}

/** One failure more in a row, and what follows from so many. */
export function unhealthy(
  { workspaceId, webhookId }: DeliveryCall,
  current: WebhookItem,
  { text, statusCode, doubleRejection }: Extract<AttemptOutcome, { kind: 'failed' }>,
  now: number,
): Update {
  const consecutiveFailures = current.consecutiveFailures + 1;
  const status = statusAfter(consecutiveFailures);
  const at = timestamp(now);

  return {
    update: webhookKey(workspaceId, webhookId),
    set: {
      consecutiveFailures,
      status,
      lastFailureAt: at,
      lastError: { code: text, statusCode: statusCode ?? null },
      updatedAt: at,
      ...(doubleRejection && countDoubleRejection(current, now)),
      ...(status === 'disabled' && current.disabledAt === null && { disabledAt: at }),
    },
    if: { consecutiveFailures: { is: current.consecutiveFailures } },
  };
}
