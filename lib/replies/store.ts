import type { Vault } from '#lib/crypto/vault.ts';
import type { ReplyContent } from '#lib/replies/content.ts';
import {
  type ReplyKeyParts,
  replyContentKey,
  replyCountKey,
  replyIndexKeys,
  replyKey,
  replyTextKey,
  stateIndexKeys,
} from '#lib/replies/items.ts';
import { knownLabels } from '#lib/replies/reply.ts';
import { sealReply } from '#lib/replies/sealed.ts';
import { mayWishToUnsubscribe } from '#lib/replies/text/unsubscribe-wish.ts';
import { presentAttributes } from '#lib/storage/item.ts';
import type { Put, Update } from '#lib/storage/table.ts';
import { newId, timestamp } from '#lib/values/ids.ts';

const dayMs = 86_400_000;

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
 * Replies of a recipient to a campaign that are stored in a day, in UTC. Automatic replies are counted separately. A
 * recipient can send any number of replies with one Message-ID.
 */
export const repliesPerDayMax = 20;

/** The recipient has `repliesPerDayMax` counted replies of the day. */
export class TooManyReplies extends Error {
  override readonly name = 'TooManyReplies';
}

/** Part of the transaction that stores a reply of a limited kind. Fails with TooManyReplies beyond the limit. */
export function replyCountUpdate(
  workspaceId: string,
  { contactId, executionId }: Pick<ReceivedReply['ids'], 'contactId' | 'executionId'>,
  { isAutomatic }: Pick<ReceivedReply, 'isAutomatic'>,
  now: number,
): Update {
  const counter = isAutomatic ? 'automaticReplies' : 'replies';

  return {
    update: replyCountKey({ workspaceId, contactId, id: executionId }, timestamp(now).slice(0, 10)),
    set: { expiresAtEpochSeconds: Math.ceil((now + 2 * dayMs) / 1000) },
    add: { [counter]: 1 },
    if: [{ [counter]: 'absent' }, { [counter]: { below: repliesPerDayMax } }],
    otherwise: () => new TooManyReplies('the recipient has as many stored replies as a day may have'),
  };
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
    ...stateIndexKeys(key, { isDone: false, isRead: isAutomatic }),
    ...(isAutomatic && { isAutomatic, isRead: true }),
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

  return mayWishToUnsubscribe(text, fullText) ? [knownLabels.unsubscribeRequest] : [];
}
