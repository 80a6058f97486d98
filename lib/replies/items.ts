import * as z from 'zod/mini';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Item, Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                         |
 * |---------------------------------------------|-------------------------------------------------------------|
 * | the replies of a contact, newest first      | Query W#<workspace>#CONTACT#<contact>, REPLY#                |
 * | a reply                                     | gsi5 W#<workspace>#REPLY#<id>, then GetItem                  |
 * | its text without quotations                 | GetItem the same partition, REPLY_TEXT#<id>                  |
 * | its full content                            | GetItem the same partition, REPLY_CONTENT#<id>               |
 * | open replies of a workspace, newest first   | gsi1 W#<workspace>#REPLIES, by id                            |
 * | done replies                                | gsi1 W#<workspace>#REPLIES#DONE, by id                       |
 * | replies of a campaign                       | gsi2 W#<workspace>#CAMPAIGN#<id>#REPLIES, by id              |
 * | unread replies                              | gsi3 W#<workspace>#REPLIES#UNREAD, by id                     |
 * | snoozed replies                             | gsi3 W#<workspace>#REPLIES#SNOOZED, by time and id           |
 * | replies of an email account                 | gsi4 W#<workspace>#ACCOUNT#<id>#REPLIES, by id               |
 * | replies with a label                        | gsi4 W#<workspace>#REPLIES#LABEL#<label>, by id              |
 * | number of replies of a recipient in a day   | UpdateItem the same partition, REPLY_COUNT#<execution>#<day> |
 *
 * All items of a reply are in the partition of its contact, so erasing a contact needs no index. The content is a separate
 * item, because two indexes project the item of the reply. A label is an item, because an item has only one list per index.
 * In gsi3, unread replies come before snoozed ones, because ids sort after times.
 */
const replyPrefix = 'REPLY#';

const contactPartition = (workspaceId: string, contactId: string) => `W#${workspaceId}#CONTACT#${contactId}`;

export interface ReplyKeyParts {
  readonly workspaceId: string;
  readonly contactId: string;
  readonly id: string;
}

function itemKey({ workspaceId, contactId, id }: ReplyKeyParts, prefix: string): Key {
  return { pk: contactPartition(workspaceId, contactId), sk: `${prefix}${id}` };
}

export const replyKey = (parts: ReplyKeyParts) => itemKey(parts, replyPrefix);
export const replyTextKey = (parts: ReplyKeyParts) => itemKey(parts, 'REPLY_TEXT#');
export const replyContentKey = (parts: ReplyKeyParts) => itemKey(parts, 'REPLY_CONTENT#');
export const replyLabelKey = (parts: ReplyKeyParts, label: string) => itemKey(parts, `REPLY_LABEL#${label}#`);
/** @param id of the execution @param day as `2030-06-03` */
export const replyCountKey = (parts: ReplyKeyParts, day: string): Key => {
  const { pk, sk } = itemKey(parts, 'REPLY_COUNT#');

  return { pk, sk: `${sk}#${day}` };
};

const repliesIndex = (workspaceId: string) => `W#${workspaceId}#REPLIES`;
const campaignRepliesIndex = (workspaceId: string, campaignId: string) =>
  `W#${workspaceId}#CAMPAIGN#${campaignId}#REPLIES`;
const accountRepliesIndex = (workspaceId: string, accountId: string) =>
  `W#${workspaceId}#ACCOUNT#${accountId}#REPLIES`;
const doneRepliesIndex = (workspaceId: string) => `${repliesIndex(workspaceId)}#DONE`;
export const unreadRepliesIndex = (workspaceId: string) => `${repliesIndex(workspaceId)}#UNREAD`;
export const snoozedRepliesIndex = (workspaceId: string) => `${repliesIndex(workspaceId)}#SNOOZED`;
const labelledRepliesIndex = (workspaceId: string, label: string) =>
  `${repliesIndex(workspaceId)}#LABEL#${label}`;
export const replyByIdIndex = (workspaceId: string, replyId: string) => `W#${workspaceId}#REPLY#${replyId}`;

/** Index keys of a reply that never change. */
export function replyIndexKeys(
  { workspaceId, id }: ReplyKeyParts,
  { campaignId, emailAccountId }: { readonly campaignId: string; readonly emailAccountId: string },
) {
  return {
    gsi1sk: id,
    gsi2pk: campaignRepliesIndex(workspaceId, campaignId),
    gsi2sk: id,
    gsi4pk: accountRepliesIndex(workspaceId, emailAccountId),
    gsi4sk: id,
    gsi5pk: replyByIdIndex(workspaceId, id),
    gsi5sk: id,
  };
}

/** What decides the lists of open, done, unread and snoozed replies. */
type ListedState = Pick<StoredReply, 'isDone' | 'isRead' | 'snoozedUntil'>;

/** Index keys of a reply that follow its state. */
export function stateIndexKeys(
  { workspaceId, id }: ReplyKeyParts,
  { isDone, isRead, snoozedUntil }: ListedState,
) {
  const folderIndex = isDone ? doneRepliesIndex(workspaceId) : repliesIndex(workspaceId);

  return {
    gsi1pk: folderIndex,
    ...(!isRead && { gsi3pk: unreadRepliesIndex(workspaceId), gsi3sk: id }),
    ...(snoozedUntil !== undefined && {
      gsi3pk: snoozedRepliesIndex(workspaceId),
      gsi3sk: `${snoozedUntil}#${id}`,
    }),
  };
}

export function labelIndexKeys({ workspaceId, id }: ReplyKeyParts, label: string) {
  return { gsi4pk: labelledRepliesIndex(workspaceId, label), gsi4sk: id };
}

export interface ListFilters {
  readonly campaignId?: string | undefined;
  readonly contactId?: string | undefined;
  readonly emailAccountId?: string | undefined;
  readonly label?: string | undefined;
  readonly isRead?: boolean | undefined;
  readonly isDone?: boolean | undefined;
  readonly isSnoozed?: boolean | undefined;
}

/**
 * The list with the fewest replies that contains all matches. The sort keys are ids, after `prefix` if it has one; in gsi3, also
 * times. Snoozed replies are sorted by their times.
 */
export function repliesQuery(
  workspaceId: string,
  { campaignId, contactId, emailAccountId, label, isRead, isDone, isSnoozed }: ListFilters,
): MergedQuery {
  const snoozed = snoozedRepliesIndex(workspaceId);
  if (contactId !== undefined) {
    return { partitions: [contactPartition(workspaceId, contactId)], prefix: replyPrefix };
  }
  if (label !== undefined) return { index: 'gsi4', partitions: [labelledRepliesIndex(workspaceId, label)] };
  if (isSnoozed) return { index: 'gsi3', partitions: [snoozed], ascending: true };
  if (isRead === false) {
    return { index: 'gsi3', partitions: [unreadRepliesIndex(workspaceId), snoozed], fullPartitions: 1 };
  }
  if (campaignId !== undefined) {
    return { index: 'gsi2', partitions: [campaignRepliesIndex(workspaceId, campaignId)] };
  }
  if (emailAccountId !== undefined) {
    return { index: 'gsi4', partitions: [accountRepliesIndex(workspaceId, emailAccountId)] };
  }

  const [open, done] = [repliesIndex(workspaceId), doneRepliesIndex(workspaceId)];
  if (isDone !== undefined) return { index: 'gsi1', partitions: [isDone ? done : open] };

  return { index: 'gsi1', partitions: [open, done] };
}

/** The ids of a reply, from the key of any of its items. */
export function readReplyItemKey({ pk, sk }: Key): ReplyKeyParts {
  const [, workspaceId = '', , contactId = ''] = pk.split('#');

  return { workspaceId, contactId, id: sk.slice(sk.lastIndexOf('#') + 1) };
}

const StoredReply = z.object({
  id: z.string(),
  campaignId: z.string(),
  contactId: z.string(),
  executionId: z.string(),
  stepId: z.string(),
  emailAccountId: z.string(),
  isAutomatic: z._default(z.boolean(), false),
  isRead: z._default(z.boolean(), false),
  isDone: z._default(z.boolean(), false),
  snoozedUntil: z.optional(z.string()),
  assigneeId: z.optional(z.string()),
  labels: z._default(z.array(z.string()), []),
  suggestedLabels: z._default(z.array(z.string()), []),
  attachmentCount: z._default(z.int(), 0),
  isTruncated: z._default(z.boolean(), false),
  receivedAt: z.string(),
  updatedAt: z.string(),
  answeredAt: z.optional(z.string()),
  sealedSummary: z.string(),
});
export type StoredReply = z.infer<typeof StoredReply>;

export function toStoredReply(item: Item): StoredReply {
  return StoredReply.parse(item);
}

const Sealed = z.object({ sealed: z.string() });

export function toSealed(item: Item): string {
  return Sealed.parse(item).sealed;
}
