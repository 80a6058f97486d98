import type { Change } from '#lib/commit/change.ts';
import {
  labelIndexKeys,
  type ReplyKeyParts,
  replyKey,
  replyLabelKey,
  type StoredReply,
  unreadIndexKeys,
  unreadIndexNames,
} from '#lib/replies/items.ts';
import { readStoredReply } from '#lib/replies/read.ts';
import type { ReplyPatch, ReplyState } from '#lib/replies/reply.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Update, Write } from '#lib/storage/table.ts';
import { timestampAfter } from '#lib/values/ids.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/** Marks a reply as read or unread, or replaces its labels. No event is emitted. @throws Problem 404 */
export async function planReplyUpdate(
  services: Services,
  workspaceId: string,
  replyId: string,
  { isRead, labels }: ReplyPatch,
): Promise<Change<ReplyState>> {
  const before = await readStoredReply(services.table, workspaceId, replyId);
  const patched: StoredReply = {
    ...before,
    ...(isRead !== undefined && { isRead }),
    ...(labels !== undefined && { labels }),
  };
  const isChanged = !isSameValue(before, patched);
  const after = isChanged
    ? { ...patched, updatedAt: timestampAfter(before.updatedAt, services.now()) }
    : before;
  const key: ReplyKeyParts = { workspaceId, contactId: before.contactId, id: replyId };

  return {
    writes: isChanged ? [replyUpdate(key, before, after), ...labelWrites(key, before, after)] : [],
    basedOn: before.updatedAt,
    result: { id: replyId, isRead: after.isRead, labels: after.labels, updatedAt: after.updatedAt },
  };
}

function replyUpdate(key: ReplyKeyParts, before: StoredReply, after: StoredReply): Update {
  const { isRead, labels, updatedAt } = after;

  return {
    update: replyKey(key),
    set: { isRead, labels, updatedAt, ...(isRead ? {} : unreadIndexKeys(key)) },
    ...(isRead && { remove: unreadIndexNames }),
    if: { updatedAt: { is: before.updatedAt } },
    otherwise: () => new StaleDecision('the reply was changed concurrently'),
  };
}

function labelWrites(key: ReplyKeyParts, before: StoredReply, after: StoredReply): Write[] {
  const added = after.labels.filter((label) => !before.labels.includes(label));
  const removed = before.labels.filter((label) => !after.labels.includes(label));

  return [
    ...added.map((label) => ({ put: { ...replyLabelKey(key, label), ...labelIndexKeys(key, label) } })),
    ...removed.map((label) => ({ delete: replyLabelKey(key, label) })),
  ];
}
