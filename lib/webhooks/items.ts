import * as z from 'zod/mini';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Condition, Item, Key, Put, Update } from '#lib/storage/table.ts';
import { Include } from '#lib/values/include.ts';
import { SealedHeader } from '#lib/webhooks/custom-headers.ts';
import { noFilters, WebhookFilters } from '#lib/webhooks/filters.ts';
import { Replay } from '#lib/webhooks/replay.ts';
import { SubscribedKind } from '#lib/webhooks/subscription.ts';
import { WebhookState } from '#lib/webhooks/webhook.ts';

/*
 * | access pattern                              | how                                                    |
 * |---------------------------------------------|--------------------------------------------------------|
 * | webhooks of a workspace                     | Query W#<workspace>#WEBHOOKS                           |
 * | get by id                                   | GetItem there                                          |
 * | number of webhooks, for `webhooksMax`       | W#<workspace>#WEBHOOK_COUNT, COUNT                     |
 * | creations and replays in a day              | UpdateItem W#<workspace>#WEBHOOK_COUNT, <day>          |
 * | webhooks with held deliveries to release    | worklist `webhook`                                     |
 * | leases of requests to slow endpoints        | one item W#<workspace>#WEBHOOK_LEASES                  |
 * | recently deleted webhooks                   | Query W#<workspace>#DELETED_WEBHOOKS                   |
 *
 * Deliveries: delivery-items.ts.
 */
/** A workspace's webhooks are read together for each published event. */
export const webhooksMax = 50;

export const webhooksPartition = (workspaceId: string) => `W#${workspaceId}#WEBHOOKS`;

export function webhookKey(workspaceId: string, webhookId: string): Key {
  return { pk: webhooksPartition(workspaceId), sk: webhookId };
}

export const deletedPartition = (workspaceId: string) => `W#${workspaceId}#DELETED_WEBHOOKS`;

/** Item with the id of a deleted webhook. It exists as long as its deliveries, so that an erasure finds them. */
export function deletedWebhookPut(workspaceId: string, webhookId: string, expiresAt: number): Put {
  const expiresAtEpochSeconds = Math.ceil(expiresAt / 1000);

  return { put: { pk: deletedPartition(workspaceId), sk: webhookId, expiresAtEpochSeconds } };
}

/** Has `webhooks`, the number of webhooks, and `changes`: creations, and changes of `authorityChange`. */
export function webhookCountKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}#WEBHOOK_COUNT`, sk: 'COUNT' };
}

/** For a webhook that gets another creator, or is enabled. The concurrent end of a user or key is then decided again. */
export function authorityChange(workspaceId: string): Update {
  return { update: webhookCountKey(workspaceId), add: { changes: 1 } };
}

/** Encryption context of a webhook's secrets. */
export const secretContext = (webhookId: string) => `${webhookId}.secret`;

const WebhookItem = z.extend(WebhookState, {
  id: z.string(),
  createdBy: z.nullable(z.string()),
  secretCreatedBy: z._default(z.nullable(z.string()), null),
  url: z.string(),
  events: z.array(SubscribedKind),
  description: z.nullable(z.string()),
  filters: z._default(WebhookFilters, noFilters),
  include: z._default(Include, []),
  headers: z._default(z.array(SealedHeader), []),
  sealedSecret: z.string(),
  /** Newest first; epoch milliseconds. An expired secret may remain stored: `validSecrets` omits it. */
  previousSecrets: z.optional(
    z.array(
      z.object({
        sealed: z.string(),
        createdBy: z._default(z.nullable(z.string()), null),
        expiresAt: z.int(),
      }),
    ),
  ),
  /** The sealed secret that the receiver accepted last; absent if only one secret was valid. */
  acceptedSecret: z.optional(z.string()),
  /** Consecutive rejections of all secrets. */
  doubleRejections: z.optional(z.int()),
  /** Epoch milliseconds. Until then, only one secret is tried. */
  fallbackPausedUntil: z.optional(z.int()),
  /**
   * Epoch milliseconds. While failing: the earliest start of the next attempt. While healthy: the earliest known retry after
   * a failure; a success removes it.
   */
  nextAttemptAt: z.optional(z.int()),
  /**
   * Start of the release of held deliveries, in epoch milliseconds. Deliveries are held during a failure, a replay, or at the
   * limit of requests in flight. Absent if no release is in progress.
   */
  releasingSince: z.optional(z.int()),
  /** Worklist sort key: when to release held deliveries next. */
  gsi3sk: z.optional(z.string()),
  /**
   * Lower bound of the held deliveries to release. The owner declined those below it, which stay held. Sorts like an event id.
   */
  releasesAfter: z.optional(z.string()),
  replay: z.optional(Replay),
  /** The job of a replay that reads events. */
  replayJobId: z.optional(z.string()),
  /** Epoch milliseconds. Until then, its deliveries use the slow lane. */
  slowUntil: z.optional(z.int()),
});
export type WebhookItem = z.infer<typeof WebhookItem>;

export function toWebhook(item: Item): WebhookItem {
  return WebhookItem.parse(item);
}

/** Changes a webhook that was not changed since it was read. @param condition holds in addition */
export function webhookUpdate(
  workspaceId: string,
  { id, updatedAt }: WebhookItem,
  changes: { readonly set: Readonly<Record<string, unknown>>; readonly remove?: readonly string[] },
  condition: Condition = {},
): Update {
  return {
    update: webhookKey(workspaceId, id),
    ...changes,
    if: { updatedAt: { is: updatedAt }, ...condition },
    otherwise: () => new StaleDecision('the webhook was changed concurrently'),
  };
}
