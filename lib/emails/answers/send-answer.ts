import { composeAnswer } from '#lib/emails/answers/compose-answer.ts';
import { keepInSentFolder, queueAnswer } from '#lib/emails/answers/keep-in-sent-folder.ts';
import { sendDirect } from '#lib/emails/direct/send.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import {
  answerToDirectEmail,
  findAnswer,
  openAnswer,
  type StoredAnswer,
} from '#lib/replies/answers/answers.ts';
import { cancelPeriodMs } from '#lib/replies/answers/plan-answer.ts';
import type { AnswerMessage } from '#lib/values/queues.ts';

/** Sends the answer of a queue message at most once, or searches the Sent folder for it after its outcome. */
export async function sendAnswer(services: SendServices, message: AnswerMessage): Promise<void> {
  const { workspaceId, contactId, answerId } = message;
  const answer = await findAnswer(services.table, workspaceId, contactId, answerId);
  if (!answer) return;
  if (answer.sentCheckAt !== undefined) return keepInSentFolder(services, message, answer);
  const waitMs = answer.dueAt - services.now();
  if (answer.status === 'queued' && waitMs > 0 && waitMs <= cancelPeriodMs)
    return queueAnswer(services, message, waitMs);
  const toEmail = (stored: StoredAnswer) => answerToDirectEmail(workspaceId, stored);
  await sendDirect(services, {
    workspaceId,
    blocklist: { workspaceId, scope: 'address_and_domain' },
    email: toEmail(answer),
    find: async () => {
      const current = await findAnswer(services.table, workspaceId, contactId, answerId);

      return current && toEmail(current);
    },
    compose: async (account) => {
      const content = await openAnswer(services.vault, workspaceId, answer);

      return { to: content.to, raw: await composeAnswer(account, content, answer.createdAt) };
    },
    queueSentCheck: (delayMs) => queueAnswer(services, message, delayMs),
  });
}
