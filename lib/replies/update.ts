import { listUserIds } from '#lib/auth/stored-user.ts';
import type { Change, NewEvent } from '#lib/commit/change.ts';
import {
  labelIndexKeys,
  type ReplyKeyParts,
  replyKey,
  replyLabelKey,
  type StoredReply,
  stateIndexKeys,
} from '#lib/replies/items.ts';
import { readStoredReply, stateAt } from '#lib/replies/read.ts';
import type { ReplyPatch, ReplyState } from '#lib/replies/reply.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Update, Write } from '#lib/storage/table.ts';
import { timestamp, timestampAfter } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/**
 * Changes the state, the assignee or the labels of a reply. Only a change of its labels emits an event.
 * @throws Problem 404; 422 for a time in the past or an unknown user
 */
export async function planReplyUpdate(
  services: Services,
  workspaceId: string,
  replyId: string,
  patch: ReplyPatch,
): Promise<Change<ReplyState>> {
  const now = services.now();
  await requirePossible(services, workspaceId, patch);
  const stored = await readStoredReply(services.table, workspaceId, replyId);
  const before = stateAt(stored, now);
  const patched = applyPatch(before, patch);
  const isChanged = !isSameValue(before, patched);
  const after = isChanged ? { ...patched, updatedAt: timestampAfter(before.updatedAt, now) } : before;
  const labelChanges = compareLabels(before, after);
  const key: ReplyKeyParts = { workspaceId, contactId: before.contactId, id: replyId };
  const { isRead, labels, updatedAt, isDone, snoozedUntil = null, assigneeId = null } = after;

  return {
    writes: isChanged ? [replyUpdate(key, stored, after), ...labelWrites(key, labelChanges)] : [],
    events: labelEvents(after, labelChanges),
    basedOn: before.updatedAt,
    result: { id: replyId, isRead, labels, updatedAt, isDone, snoozedUntil, assigneeId },
  };
}

async function requirePossible(
  { table, now }: Services,
  workspaceId: string,
  { snoozedUntil, assigneeId }: ReplyPatch,
): Promise<void> {
  if (snoozedUntil && snoozedUntil <= timestamp(now())) {
    throw invalidField('snoozedUntil', 'future', 'must be in the future');
  }
  if (assigneeId && !(await listUserIds(table, workspaceId)).includes(assigneeId)) {
    throw invalidField('assigneeId', 'unknown', 'is no user of the workspace');
  }
}

/** A reply is at most one of unread, snoozed and done: a new state ends the others. */
function applyPatch(before: StoredReply, patch: ReplyPatch): StoredReply {
  const { isRead = before.isRead, isDone = before.isDone, labels = before.labels } = patch;
  const { snoozedUntil, assigneeId, ...others } = { ...before, ...patch };
  const endsSnooze = patch.isDone === true || patch.isRead === false;
  const isSnoozed = Boolean(snoozedUntil) && !endsSnooze;

  return {
    ...others,
    labels,
    isRead: isRead || patch.isDone === true || isSnoozed,
    isDone: isDone && patch.isRead !== false && !patch.snoozedUntil,
    ...(isSnoozed && snoozedUntil && { snoozedUntil }),
    ...(assigneeId && { assigneeId }),
  };
}

const optionalNames = ['snoozedUntil', 'assigneeId', 'gsi3pk', 'gsi3sk'];

function replyUpdate(key: ReplyKeyParts, { updatedAt: readAt }: StoredReply, after: StoredReply): Update {
  const { isRead, isDone, labels, updatedAt, snoozedUntil, assigneeId } = after;
  const set = {
    isRead,
    isDone,
    labels,
    updatedAt,
    ...(snoozedUntil && { snoozedUntil }),
    ...(assigneeId && { assigneeId }),
    ...stateIndexKeys(key, after),
  };

  return {
    update: replyKey(key),
    set,
    remove: optionalNames.filter((name) => !Object.hasOwn(set, name)),
    if: { updatedAt: { is: readAt } },
    otherwise: () => new StaleDecision('the reply was changed concurrently'),
  };
}

interface LabelChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

function compareLabels({ labels: before }: StoredReply, { labels: after }: StoredReply): LabelChanges {
  return {
    added: after.filter((label) => !before.includes(label)),
    removed: before.filter((label) => !after.includes(label)),
  };
}

function labelWrites(key: ReplyKeyParts, { added, removed }: LabelChanges): Write[] {
  return [
    ...added.map((label) => ({ put: { ...replyLabelKey(key, label), ...labelIndexKeys(key, label) } })),
    ...removed.map((label) => ({ delete: replyLabelKey(key, label) })),
  ];
}

function labelEvents(reply: StoredReply, { added, removed }: LabelChanges): NewEvent[] {
  if (added.length === 0 && removed.length === 0) return [];
  const { id: replyId, executionId, campaignId, contactId, stepId, emailAccountId, labels } = reply;
  const ids = { executionId, campaignId, contactId, stepId, emailAccountId, replyId };
  const data = { ...ids, labels, addedLabels: added, removedLabels: removed };

  return [{ type: 'reply.labels_changed', data }];
}
