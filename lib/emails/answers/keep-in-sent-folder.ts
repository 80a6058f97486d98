import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { isReadable } from '#lib/email-accounts/inbox/inbox.ts';
import { composeAnswer } from '#lib/emails/answers/compose-answer.ts';
import { tryApply } from '#lib/emails/settle.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import { openAccountInbox } from '#lib/inbox/open-inbox.ts';
import { ImapUnavailable } from '#lib/mail/imap.ts';
import { openAnswer, type StoredAnswer } from '#lib/replies/answers/answers.ts';
import {
  claimSentCheckWrite,
  endSentCheckWrite,
  foundInSentFolderWrites,
} from '#lib/replies/answers/sent-check.ts';
import { log } from '#lib/runtime/log.ts';
import { updateIf } from '#lib/storage/table.ts';
import type { AnswerMessage } from '#lib/values/queues.ts';

/** Delay of the next search, if it is necessary. The longest delay of an SQS message. */
const retryDelayMs = 15 * 60_000;
const searchesMax = 3;
const sessionMs = 20_000;
/** An answer is searched from the day before its creation on, because the server's time zone is not known. */
const searchPeriodMs = 86_400_000;

/** Wakes a worker for the end of the period in which the answer can be cancelled, or for a search. If the message is lost, the sweeper finds the answer. */
export function queueAnswer({ sends }: SendServices, message: AnswerMessage, delayMs: number): Promise<void> {
  return sends.send([{ message, delaySeconds: delayMs / 1000 }]);
}

/**
 * Stores a sent answer in the Sent folder of its account, unless the folder has it. An answer with an unknown outcome that the
 * folder has is recorded as sent. A copy is stored once, because each worker searches first and reserves its search. After
 * three searches without success, the answer keeps its status: a sent answer then has no copy.
 */
export async function keepInSentFolder(
  services: SendServices,
  message: AnswerMessage,
  answer: StoredAnswer,
): Promise<void> {
  const { table, now } = services;
  const { workspaceId } = message;
  const { sentCheckAt = 0, sentChecks = 0 } = answer;
  if (sentCheckAt > now()) return;
  if (!(await updateIf(table, claimSentCheckWrite(workspaceId, answer, now() + retryDelayMs)))) return;
  const isInFolder = await storeUnlessFound(services, workspaceId, answer);
  const isLast = sentChecks + 1 >= searchesMax;
  if (isInFolder && answer.status === 'outcome_unknown')
    await tryApply(table.transact(foundInSentFolderWrites(workspaceId, answer, now())));
  else if (isInFolder || isLast) await updateIf(table, endSentCheckWrite(workspaceId, answer));
  else await queueAnswer(services, message, retryDelayMs);
}

/** @returns whether the folder has the answer now */
async function storeUnlessFound(
  services: SendServices,
  workspaceId: string,
  answer: StoredAnswer,
): Promise<boolean> {
  const { table, vault } = services;
  const account = await findAccount(table, workspaceId, answer.emailAccountId);
  if (!isReadable(account)) return false;
  const content = await openAnswer(vault, workspaceId, answer);
  const createdAt = Date.parse(answer.createdAt);
  try {
    const session = await openAccountInbox(services, workspaceId, account, sessionMs);
    try {
      const since = new Date(createdAt - searchPeriodMs);
      const foundIds = await session.searchSentFolder([content.messageId], since);
      if (foundIds.length > 0) return true;
      // Only a sent answer gets a copy. An answer with an unknown outcome may not have been sent.
      if (answer.status !== 'sent') return false;
      const raw = await composeAnswer(account, content, answer.createdAt);

      return await session.appendToSentFolder(raw, new Date(createdAt));
    } finally {
      session.close();
    }
  } catch (error) {
    if (!(error instanceof ImapUnavailable)) throw error;
    log('warn', 'Sent folder not available', { accountId: account.id, code: error.kind });

    return false;
  }
}
