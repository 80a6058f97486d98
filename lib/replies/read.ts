import type { Vault } from '#lib/crypto/vault.ts';
import {
  type ReplyKeyParts,
  readReplyItemKey,
  replyByIdIndex,
  replyContentKey,
  replyKey,
  replyTextKey,
  type StoredReply,
  toSealed,
  toStoredReply,
} from '#lib/replies/items.ts';
import type { Reply, ReplySummary } from '#lib/replies/reply.ts';
import { type OpenedContent, openContent, openSummary, openText } from '#lib/replies/sealed.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';
import { notFound } from '#lib/values/problem.ts';

export interface ReplyServices extends Services {
  readonly vault: Vault;
}

/** A new reply is found only when its index entry exists. @throws Problem 404 */
export async function readStoredReply(
  table: Table,
  workspaceId: string,
  replyId: string,
): Promise<StoredReply> {
  const { items } = await table.query({ index: 'gsi5', pk: replyByIdIndex(workspaceId, replyId), limit: 1 });
  const [key] = items;
  const item = key && (await table.get({ pk: key.pk, sk: key.sk }));
  if (!item) throw notFound();

  return toStoredReply(item);
}

/** Reads a reply with its text and content, decrypted. @throws Problem 404 */
export async function getReply(
  services: ReplyServices,
  workspaceId: string,
  replyId: string,
): Promise<Reply> {
  const stored = await readStoredReply(services.table, workspaceId, replyId);
  const [summary, text, { fullText, html, attachments, cc, messageId }] = await Promise.all([
    presentSummary(services.vault, workspaceId, stateAt(stored, services.now())),
    readReplyText(services, { workspaceId, ...stored }),
    readReplyContent(services, workspaceId, stored),
  ]);

  return { ...summary, messageId: messageId || null, text, fullText, html, attachments, cc };
}

/** The decrypted content except the text without quotations. @throws Problem 404 */
export async function readReplyContent(
  { table, vault }: ReplyServices,
  workspaceId: string,
  stored: Pick<StoredReply, 'id' | 'contactId'>,
): Promise<OpenedContent> {
  const item = await table.get(replyContentKey({ workspaceId, ...stored }));
  if (!item) throw notFound();

  return openContent(vault, workspaceId, stored.id, toSealed(item));
}

async function readReplyText({ table, vault }: ReplyServices, key: ReplyKeyParts): Promise<string> {
  const item = await table.get(replyTextKey(key));

  return item ? openText(vault, key.workspaceId, key.id, toSealed(item)) : '';
}

/** The texts without quotations, by the id of the reply. @param replies at most 100 */
export async function readReplyTexts(
  { table, vault }: ReplyServices,
  workspaceId: string,
  replies: readonly Pick<StoredReply, 'id' | 'contactId'>[],
): Promise<ReadonlyMap<string, string>> {
  const items = await table.getMany(replies.map((reply) => replyTextKey({ workspaceId, ...reply })));
  const texts = items.map(async (item) => {
    const { id } = readReplyItemKey(item);

    return [id, await openText(vault, workspaceId, id, toSealed(item))] as const;
  });

  return new Map(await Promise.all(texts));
}

/** The reply as lists show it, with its decrypted summary. */
export async function presentSummary(
  vault: Vault,
  workspaceId: string,
  { sealedSummary, ...reply }: StoredReply,
): Promise<ReplySummary> {
  const { snoozedUntil = null, assigneeId = null, answeredAt = null } = reply;
  const summary = await openSummary(vault, workspaceId, reply.id, sealedSummary);

  return { ...reply, snoozedUntil, assigneeId, answeredAt, ...summary };
}

/**
 * The reply with its state at a time. A snoozed reply counts as read until its time, and is unread after it. No process
 * writes this change.
 */
export function stateAt(reply: StoredReply, now: number): StoredReply {
  const { snoozedUntil, ...returned } = reply;
  if (snoozedUntil === undefined) return reply;

  return snoozedUntil < timestamp(now)
    ? { ...returned, isRead: false, updatedAt: snoozedUntil }
    : { ...reply, isRead: true };
}

/** The replies of the keys, in their order; undefined for a reply that was deleted. */
export async function readReplies(
  table: Table,
  keys: readonly ReplyKeyParts[],
): Promise<(StoredReply | undefined)[]> {
  const items = await table.getMany(keys.map(replyKey));
  const replies = new Map(items.map(toStoredReply).map((reply) => [reply.id, reply]));

  return keys.map(({ id }) => replies.get(id));
}
