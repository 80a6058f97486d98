import type { Change } from '#lib/commit/change.ts';
import { dailyLimitWrites } from '#lib/direct-emails/limits.ts';
import { directOutcomeWrites } from '#lib/direct-emails/transitions.ts';
import type { Answer, AnswerResolution } from '#lib/replies/answers/answer.ts';
import {
  answerToDirectEmail,
  findAnswer,
  openAnswer,
  type StoredAnswer,
} from '#lib/replies/answers/answers.ts';
import type { AnswerServices } from '#lib/replies/answers/plan-answer.ts';
import { readStoredReply } from '#lib/replies/read.ts';
import { invalidField, notFound } from '#lib/values/problem.ts';

/** The status of the answer before each decision, and what it becomes. @param now epoch milliseconds */
const transitions = (now: number) =>
  ({
    sent: { from: 'outcome_unknown', to: { status: 'sent' } },
    not_sent: { from: 'outcome_unknown', to: { status: 'queued', dueAt: now, attempts: 0 } },
    cancelled: { from: 'queued', to: { status: 'failed', error: 'cancelled' } },
  }) as const;

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
  const { from, to } = transitions(now())[outcome];
  const result = present(answer, to.status, messageId);
  const isDone = answer.status === to.status && (outcome !== 'cancelled' || answer.error === 'cancelled');
  if (isDone) return { writes: [], result };
  if (answer.status !== from) {
    const message = `the answer is ${answer.status}: only an answer that is ${from} can become ${outcome}`;
    throw invalidField('outcome', 'state', message);
  }
  const outcomeWrites = directOutcomeWrites(answerToDirectEmail(workspaceId, answer), from, to, now());
  if (outcome !== 'not_sent') return { writes: outcomeWrites, result };

  return {
    // The first attempt may have arrived, so the second one counts, too.
    writes: [...outcomeWrites, ...(await dailyLimitWrites(signer, workspaceId, 'answers', [address], now()))],
    messages: [{ queue: 'sends', message: { contactId, answerId } }],
    result,
  };
}

function present(answer: StoredAnswer, status: Answer['status'], messageId: string): Answer {
  const { id, replyId, campaignId, contactId, executionId, emailAccountId, createdAt } = answer;

  return { id, replyId, campaignId, contactId, executionId, emailAccountId, status, messageId, createdAt };
}
