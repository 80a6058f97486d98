import { directOutcomeWrites } from '#lib/direct-emails/transitions.ts';
import { answerKey, type StoredAnswer } from '#lib/replies/answers/answer-items.ts';
import { answerToDirectEmail } from '#lib/replies/answers/answers.ts';
import type { Update, Write } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';

/* The searches of the Sent folder after the outcome of an answer. `lib/direct-emails` has the transitions of a send. */

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

/** Ends the searches of the Sent folder; the answer keeps its status. */
export function endSentCheckWrite(workspaceId: string, { contactId, id, status }: StoredAnswer): Update {
  return {
    update: answerKey(workspaceId, contactId, id),
    set: {},
    remove: ['sentCheckAt', 'sentChecks', ...worklistAttributeNames],
    if: { status: { is: status } },
  };
}

/** Records an answer with an unknown outcome as sent, because the Sent folder has it, and ends the searches. */
export function foundInSentFolderWrites(
  workspaceId: string,
  answer: StoredAnswer,
  now: number,
): readonly Write[] {
  const email = answerToDirectEmail(workspaceId, answer);

  return directOutcomeWrites(email, 'outcome_unknown', { status: 'sent' }, now);
}
