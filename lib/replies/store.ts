import type { Vault } from '#lib/crypto/vault.ts';
import type { ReplyContent } from '#lib/replies/content.ts';
import {
  type ReplyKeyParts,
  replyContentKey,
  replyIndexKeys,
  replyKey,
  replyTextKey,
  unreadIndexKeys,
} from '#lib/replies/items.ts';
import { knownLabels } from '#lib/replies/reply.ts';
import { sealReply } from '#lib/replies/sealed.ts';
import { wishesToUnsubscribe } from '#lib/replies/text/unsubscribe-wish.ts';
import { presentAttributes } from '#lib/storage/item.ts';
import type { Put } from '#lib/storage/table.ts';
import { newId, timestamp } from '#lib/values/ids.ts';

export interface ReceivedReply {
  /** The ids of the answered email. */
  readonly ids: {
    readonly campaignId: string;
    readonly contactId: string;
    readonly executionId: string;
    readonly stepId: string;
    readonly emailAccountId: string;
  };
  readonly fromEmail: string | null;
  readonly snippet: string;
  readonly content: ReplyContent;
  readonly isAutomatic: boolean;
}

/**
 * Plans the storage of a received reply. The caller commits it with the effects of the reply. Automatic replies are stored as
 * read, so that unread replies come from people.
 */
export async function planStoredReply(
  { vault, now }: { readonly vault: Vault; readonly now: () => number },
  workspaceId: string,
  { ids, fromEmail, snippet, content, isAutomatic }: ReceivedReply,
): Promise<{ readonly replyId: string; readonly writes: Put[] }> {
  const replyId = newId('rpl', now());
  const key: ReplyKeyParts = { workspaceId, contactId: ids.contactId, id: replyId };
  const { fromName, subject, isTruncated, attachments } = content;
  const sealed = await sealReply(
    vault,
    workspaceId,
    replyId,
    { fromEmail, fromName, subject, snippet },
    content,
  );
  const receivedAt = timestamp(now());
  const reply = {
    ...replyKey(key),
    ...replyIndexKeys(key, ids),
    id: replyId,
    ...ids,
    ...presentAttributes({ suggestedLabels: suggestLabels(content, isAutomatic) }),
    ...(isAutomatic ? { isAutomatic, isRead: true } : unreadIndexKeys(key)),
    ...(isTruncated && { isTruncated }),
    ...(attachments.length > 0 && { attachmentCount: attachments.length }),
    receivedAt,
    updatedAt: receivedAt,
    sealedSummary: sealed.summary,
  };

  return {
    replyId,
    writes: [
      { put: reply },
      { put: { ...replyTextKey(key), sealed: sealed.text } },
      { put: { ...replyContentKey(key), sealed: sealed.content } },
    ],
  };
}

function suggestLabels({ text, fullText }: ReplyContent, isAutomatic: boolean): string[] {
  if (isAutomatic) return [knownLabels.outOfOffice];

  return wishesToUnsubscribe(text, fullText) ? [knownLabels.unsubscribeRequest] : [];
}
