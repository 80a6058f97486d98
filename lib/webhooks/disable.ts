import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Item, Table, Update, Write } from '#lib/storage/table.ts';
import { worklistAttributeNames } from '#lib/storage/worklist.ts';
import { timestamp, timestampAfter } from '#lib/values/ids.ts';
import { type WebhookItem, webhookCountKey, webhookKey } from '#lib/webhooks/items.ts';
import { readWebhooks } from '#lib/webhooks/read.ts';

/** The webhooks of some creators that are not disabled. */
export interface CreatedWebhooks {
  readonly counter: Item | undefined;
  readonly webhooks: readonly WebhookItem[];
}

/** @param creatorIds ids of users and keys */
export async function readCreatedWebhooks(
  table: Table,
  workspaceId: string,
  creatorIds: readonly string[],
): Promise<CreatedWebhooks> {
  // Read before the webhooks, so that a later creation fails the check.
  const counter = await table.get(webhookCountKey(workspaceId), { consistent: true });
  const webhooks = await readWebhooks(table, workspaceId, { consistent: true });

  return {
    counter,
    webhooks: webhooks.filter(
      ({ status, createdBy }) => status !== 'disabled' && creatorIds.includes(createdBy ?? ''),
    ),
  };
}

/** Disables webhooks. The writes fail if a webhook was created after they were read, also without webhooks to disable. */
export function disablingWrites(
  workspaceId: string,
  { counter, webhooks }: CreatedWebhooks,
  now: number,
): Write[] {
  const created = counter?.['created'];
  const ifNoneCreated = { created: created === undefined ? 'absent' : { is: Number(created) } } as const;
  const otherwise = () => new StaleDecision('a webhook was created concurrently');

  return [
    { check: webhookCountKey(workspaceId), if: ifNoneCreated, otherwise },
    ...webhooks.map((webhook) => disablingUpdate(workspaceId, webhook, now)),
  ];
}

/** As after too many failures: nothing is sent until the webhook is enabled. Outcomes of concurrent attempts do not prevent it. */
function disablingUpdate(workspaceId: string, webhook: WebhookItem, now: number): Update {
  const updatedAt = timestampAfter(webhook.updatedAt, now);

  return {
    update: webhookKey(workspaceId, webhook.id),
    set: { status: 'disabled', disabledAt: timestamp(now), updatedAt },
    remove: ['nextAttemptAt', 'releasingSince', ...worklistAttributeNames],
    if: { updatedAt: { below: updatedAt } },
    otherwise: () => new StaleDecision('the webhook was changed concurrently'),
  };
}
