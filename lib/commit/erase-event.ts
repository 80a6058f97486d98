import { eventPrefix } from '#lib/commit/items.ts';
import type { Item, Update } from '#lib/storage/table.ts';

/** Fields of `data` that identify no person. All others of an erased event are emptied, including fields of later versions. */
const keptFields: ReadonlySet<string> = new Set([
  ...['campaignId', 'contactId', 'executionId', 'stepId', 'emailAccountId', 'webhookId'],
  ...['blocklistEntryId', 'replyId', 'reason', 'source', 'scope', 'method', 'changedFields', 'isFirst'],
  ...['skippedStepIds', 'variantId'],
  ...['openedAt', 'clickedAt', 'smtpCode', 'enhancedCode'],
]);

/** The write that erases the personal data of an event; undefined for another item. Statistics are not changed. */
export function eventErasure(item: Item): Update | undefined {
  const { pk, sk, payload, details } = item;
  if (!sk.startsWith(eventPrefix)) return undefined;

  return {
    update: { pk, sk },
    set: {
      payload: erasedPayload(String(payload)),
      ...(typeof details === 'object' &&
        details !== null && { details: erasedDetails(JSON.parse(String(payload)).event, details) }),
    },
    if: { pk: 'present' },
  };
}

/**
 * The payload of an event after its contact was erased: its kind, its time, ids and codes. Texts and lists become empty and
 * other values null, so that the event still fits its schema. Idempotent.
 */
function erasedPayload(payload: string): string {
  const { event, timestamp, data } = JSON.parse(payload);
  const fields = Object.entries(data).map(([name, value]) => [
    name,
    keptFields.has(name) ? value : emptied(value),
  ]);

  return JSON.stringify({ event, timestamp, data: Object.fromEntries(fields), isErased: true });
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];

  return typeof value === 'string' ? '' : null;
}

/** Removes the message id, except of sent emails: mail programs chose the ids of replies and reports, perhaps with names. */
function erasedDetails(kind: string, details: object): object {
  const { messageId: _, ...others } = details as { readonly messageId?: string };

  return kind === 'email.sent' ? details : others;
}
