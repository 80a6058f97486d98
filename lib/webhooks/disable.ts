import { readRemainingCreator } from '#lib/api-keys/revoke.ts';
import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Item, Table, Update, Write } from '#lib/storage/table.ts';
import { worklistAttributeNames } from '#lib/storage/worklist.ts';
import { timestamp, timestampAfter } from '#lib/values/ids.ts';
import { isSameValue } from '#lib/values/same-value.ts';
import { toWebhook, type WebhookItem, webhookCountKey, webhookKey } from '#lib/webhooks/items.ts';
import { readWebhooks } from '#lib/webhooks/read.ts';
import { secretCreators } from '#lib/webhooks/secrets.ts';
import { directingFields } from '#lib/webhooks/webhook.ts';

/** The webhooks of some creators that are not disabled. */
export interface CreatedWebhooks {
  readonly counter: Item | undefined;
  readonly webhooks: readonly WebhookItem[];
}

/**
 * Its URL and each valid secret make a user or key a creator of a webhook. A webhook of a revoked key belongs to the parent of this key.
 * @param creatorIds ids of users and keys
 */
export async function readCreatedWebhooks(
  table: Table,
  workspaceId: string,
  creatorIds: readonly string[],
  now: number,
): Promise<CreatedWebhooks> {
  // Read before the webhooks, so that a later change of a creator fails the check.
  const counter = await table.get(webhookCountKey(workspaceId));
  const all = await readWebhooks(table, workspaceId);
  const webhooks = all.filter(({ status }) => status !== 'disabled');
  const isCreated = async (webhook: WebhookItem) => {
    const ids = new Set([webhook.createdBy ?? '', ...secretCreators(webhook, now)]);
    const creators = await Promise.all([...ids].map((id) => readRemainingCreator(table, id)));

    return creators.some((id) => creatorIds.includes(id));
  };
  const areCreated = await Promise.all(webhooks.map(isCreated));

  return { counter, webhooks: webhooks.filter((_, index) => areCreated[index]) };
}

/** Disables webhooks. The writes fail if the counter changed after they were read, also without webhooks to disable. */
export function disablingWrites(
  workspaceId: string,
  { counter, webhooks }: CreatedWebhooks,
  now: number,
): Write[] {
  const changes = counter?.['changes'];
  const isUnchanged = { changes: changes === undefined ? 'absent' : { is: Number(changes) } } as const;
  const otherwise = () => new StaleDecision('the creator of a webhook was changed concurrently');

  return [
    { check: webhookCountKey(workspaceId), if: isUnchanged, otherwise },
    ...webhooks.map((webhook) => disablingUpdate(workspaceId, webhook, now)),
  ];
}

/**
 * Disables a webhook that is active in a restored table, but not in the live one, or there with another secret or other
 * `directingFields`.
 */
export async function planWebhookRestoration(
  { restored, live }: { readonly restored: Table; readonly live: Table },
  workspaceId: string,
  webhookId: string,
  now: number,
): Promise<Pick<Change<undefined>, 'writes'> | undefined> {
  const items = await Promise.all(
    [restored, live].map((table) => table.get(webhookKey(workspaceId, webhookId))),
  );
  const [before, later] = items.map((item) => item && toWebhook(item));
  if (!before || before.status === 'disabled') return undefined;
  const accessOf = (webhook: WebhookItem) =>
    ([...directingFields, 'sealedSecret', 'previousSecrets'] as const).map((field) => webhook[field]);
  if (later && later.status !== 'disabled' && isSameValue(accessOf(before), accessOf(later)))
    return undefined;

  return { writes: [disablingUpdate(workspaceId, before, now)] };
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
