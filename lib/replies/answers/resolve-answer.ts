import type { Change } from '#lib/commit/change.ts';
import { dailyLimitWrites } from '#lib/direct-emails/limits.ts';
import type { Answer, AnswerResolution } from '#lib/replies/answers/answer.ts';
import { resolveAnswerWrite } from '#lib/replies/answers/answer-transitions.ts';
import { findAnswer, openAnswer, type StoredAnswer } from '#lib/replies/answers/answers.ts';
import type { AnswerServices } from '#lib/replies/answers/plan-answer.ts';
import { readStoredReply } from '#lib/replies/read.ts';
import { invalidField, notFound } from '#lib/values/problem.ts';

/**
 * A person decides whether the mail server accepted an answer. Only this decision allows a second attempt after an unknown
 * outcome. Idempotent.
 * @throws Problem 404, or 422 if the outcome is known to be different or a daily limit is reached
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
  const { messageId, to } = await openAnswer(vault, workspaceId, answer);
  const isSent = outcome === 'sent';
  const status = isSent ? 'sent' : 'queued';
  const result = present(answer, status, messageId);
  if (answer.status === status) return { writes: [], result };
  if (answer.status !== 'outcome_unknown') {
    throw invalidField('outcome', 'state', `the answer has no unknown outcome: it is ${answer.status}`);
  }

  return {
    writes: [
      resolveAnswerWrite(workspaceId, answer, isSent, now()),
      // The first attempt may have arrived, so the second one counts, too.
      ...(isSent ? [] : await dailyLimitWrites(signer, workspaceId, 'answers', [to], now())),
    ],
    messages: isSent ? [] : [{ queue: 'sends', message: { contactId, answerId } }],
    result,
  };
}

function present(answer: StoredAnswer, status: Answer['status'], messageId: string): Answer {
  const { id, replyId, campaignId, contactId, executionId, emailAccountId, createdAt } = answer;

  return { id, replyId, campaignId, contactId, executionId, emailAccountId, status, messageId, createdAt };
}
