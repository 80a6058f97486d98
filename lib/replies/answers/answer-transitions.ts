import { answerKey, type StoredAnswer } from '#lib/replies/answers/answer-items.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Update } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';

/* The transitions of an answer after its outcome. `lib/direct-emails` has the transitions of a send. */

const sentCheckAttributes = ['sentCheckAt', 'sentChecks', ...worklistAttributeNames];

/** Reserves a search of the Sent folder. Another worker may search again at `nextAt`, in epoch milliseconds. */
export function claimSentCheckWrite(workspaceId: string, answer: StoredAnswer, nextAt: number): Update {
  // `sentCheckAt` is stored: only an answer with a planned search is claimed.
  const { contactId, id, status, sentCheckAt = 0, sentChecks = 0 } = answer;

  return {
    update: answerKey(workspaceId, contactId, id),
    set: {
      sentCheckAt: nextAt,
      sentChecks: sentChecks + 1,
      ...worklistAttributes('answer', id, nextAt),
    },
    if: { status: { is: status }, sentCheckAt: { is: sentCheckAt } },
  };
}

/** Ends the searches of the Sent folder. @param isFound whether it has the answer, which proves that it was sent */
export function endSentCheckWrite(
  workspaceId: string,
  { contactId, id, status, createdAt }: StoredAnswer,
  isFound: boolean,
): Update {
  return {
    update: answerKey(workspaceId, contactId, id),
    // The time of a transmission with an unknown outcome is not stored, so `sentAt` is the time of creation.
    set: isFound && status === 'outcome_unknown' ? { status: 'sent', sentAt: createdAt } : {},
    remove: sentCheckAttributes,
    if: { status: { is: status } },
  };
}

/** outcome_unknown → sent, or queued again: a person has decided. */
export function resolveAnswerWrite(
  workspaceId: string,
  { contactId, id, createdAt }: StoredAnswer,
  isSent: boolean,
  now: number,
): Update {
  const queued = { status: 'queued', dueAt: now, attempts: 0, ...worklistAttributes('answer', id, now) };

  return {
    update: answerKey(workspaceId, contactId, id),
    set: isSent ? { status: 'sent', sentAt: createdAt } : queued,
    // A queued answer keeps its new worklist entry.
    remove: isSent ? sentCheckAttributes : ['sentCheckAt', 'sentChecks'],
    if: { status: { is: 'outcome_unknown' } },
    otherwise: () => new StaleDecision('the answer was changed concurrently'),
  };
}
