import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import { timestamp } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import { toWebhook, type WebhookItem, webhooksPartition } from '#lib/webhooks/items.ts';
import { validSecrets } from '#lib/webhooks/secrets.ts';
import type { Webhook } from '#lib/webhooks/webhook.ts';

/** Newest first. */
export function listWebhooks(
  { table, now }: Services,
  workspaceId: string,
  request: PageRequest,
): Promise<Page<Webhook>> {
  return queryPage(table, {
    partitions: [webhooksPartition(workspaceId)],
    request,
    read: (items) => items.map((item) => presentWebhook(toWebhook(item), now())),
  });
}

/** The resource as its reader sees it at a moment. No secret is among its fields. */
export function presentWebhook(item: WebhookItem, now: number): Webhook {
  const {
    sealedSecret: _,
    sealedPreviousSecret: _1,
    previousExpiresAt,
    lastAcceptedSecret: _2,
    doubleRejections: _3,
    fallbackPausedUntil: _4,
    ...webhook
  } = item;
  const [first, other] = validSecrets(item, now);

  return {
    ...webhook,
    secretRotation:
      other && previousExpiresAt !== undefined
        ? { previousExpiresAt: timestamp(previousExpiresAt), lastAcceptedSecret: first.name }
        : null,
  };
}
