import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { composeAnswer } from '#lib/emails/answers/compose-answer.ts';
import { keepInSentFolder, queueSentCheck } from '#lib/emails/answers/keep-in-sent-folder.ts';
import type { OpenableDirectEmail } from '#lib/emails/direct/prepare.ts';
import { sendDirect } from '#lib/emails/direct/send.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import {
  answerToDirectEmail,
  findAnswer,
  openAnswer,
  type StoredAnswer,
} from '#lib/replies/answers/answers.ts';
import type { AnswerMessage } from '#lib/values/queues.ts';

/** Sends the answer of a queue message at most once, or searches the Sent folder for it after its outcome. */
export async function sendAnswer(services: SendServices, message: AnswerMessage): Promise<void> {
  const { workspaceId, contactId, answerId } = message;
  const answer = await findAnswer(services.table, workspaceId, contactId, answerId);
  if (!answer) return;
  if (answer.sentCheckAt !== undefined) return keepInSentFolder(services, message, answer);
  const find = async () => {
    const current = await findAnswer(services.table, workspaceId, contactId, answerId);

    return current && toOpenable(services, workspaceId, current);
  };
  await sendDirect(services, {
    workspaceId,
    blocklist: { workspaceId, scope: 'address_and_domain' },
    email: toOpenable(services, workspaceId, answer),
    find,
    queueSentCheck: (delayMs) => queueSentCheck(services, message, delayMs),
  });
}

function toOpenable({ vault }: SendServices, workspaceId: string, answer: StoredAnswer): OpenableDirectEmail {
  const open = async () => {
    const content = await openAnswer(vault, workspaceId, answer);

    return {
      to: content.to,
      compose: (account: SendingAccount) => composeAnswer(account, content, answer.createdAt),
    };
  };

  return { ...answerToDirectEmail(workspaceId, answer), open };
}
