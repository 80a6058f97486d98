import type { Change } from '#lib/commit/change.ts';
import { dailyLimitWrites } from '#lib/direct-emails/limits.ts';
import { endQueuedDirectEmail } from '#lib/direct-emails/transitions.ts';
import type { Answer, AnswerResolution } from '#lib/replies/answers/answer.ts';
import { resolveAnswerWrite } from '#lib/replies/answers/answer-transitions.ts';
import {
  answerToDirectEmail,
  findAnswer,
  openAnswer,
  type StoredAnswer,
} from '#lib/replies/answers/answers.ts';
import type { AnswerServices } from '#lib/replies/answers/plan-answer.ts';
import { readStoredReply } from '#lib/replies/read.ts';
import { invalidField, notFound } from '#lib/values/problem.ts';

/** The status of the answer before and after each decision. */
const transitions = {
  sent: { from: 'outcome_unknown', to: 'sent' },
  not_sent: { from: 'outcome_unknown', to: 'queued' },
  cancelled: { from: 'queued', to: 'failed' },
} as const;

/**
 * A person decides whether the mail server accepted an answer, or cancels an answer that waits. Only this decision allows a second
 * attempt after an unknown outcome. Idempotent.
 * @throws Problem 404, or 422 if the answer has another status or a daily limit is reached
 */
export async function planAnswerResolution(
  { table, vault, signer, now }: AnswerServices,
  workspaceId: string,
  { id: replyId, answerId }: { readonly id: string; readonly answerId: string },
  { outcome }: AnswerResolution,
): Promise<Change<Answer>> {
  const { contactId } = await readStoredReply(table, workspaceId, replyId);
  const answer = await findAnswer(table, workspaceId, contactId, answerId);
  if (answer?.replyId !== replyId) throw notFound();
  const { messageId, to: address } = await openAnswer(vault, workspaceId, answer);
  const { from, to } = transitions[outcome];
  const result = present(answer, to, messageId);
  const isDone = answer.status === to && (outcome !== 'cancelled' || answer.error === 'cancelled');
  if (isDone) return { writes: [], result };
  if (answer.status !== from) {
    const message = `the answer is ${answer.status}: only an answer that is ${from} can become ${outcome}`;
    throw invalidField('outcome', 'state', message);
  }
  if (outcome === 'cancelled') {
    const email = answerToDirectEmail(workspaceId, answer);

    return {
      writes: [endQueuedDirectEmail(email, { status: 'failed', error: 'cancelled' }, now())],
      result,
    };
  }
  const isSent = outcome === 'sent';

  return {
    writes: [
      resolveAnswerWrite(workspaceId, answer, isSent, now()),
      // The first attempt may have arrived, so the second one counts, too.
      ...(isSent ? [] : await dailyLimitWrites(signer, workspaceId, 'answers', [address], now())),
    ],
    messages: isSent ? [] : [{ queue: 'sends', message: { contactId, answerId } }],
    result,
  };
}

function present(answer: StoredAnswer, status: Answer['status'], messageId: string): Answer {
  const { id, replyId, campaignId, contactId, executionId, emailAccountId, createdAt } = answer;

  return { id, replyId, campaignId, contactId, executionId, emailAccountId, status, messageId, createdAt };
}
