import type { Change } from '#lib/commit/change.ts';
import { isBlocklisted } from '#lib/contacts/addresses/blocklisted-address.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { dailyLimitWrites } from '#lib/direct-emails/limits.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { isUsable } from '#lib/email-accounts/sending.ts';
import { messageIdOf } from '#lib/mail/message-id.ts';
import type { Answer, NewAnswer } from '#lib/replies/answers/answer.ts';
import { answerPut, sealAnswer } from '#lib/replies/answers/answers.ts';
import { presentSummary, type ReplyServices, readReplyContent, readStoredReply } from '#lib/replies/read.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';
import { removeControlCharacters } from '#lib/values/text/control-characters.ts';
import { stripReplyPrefixes } from '#lib/values/text/reply-prefixes.ts';

export interface AnswerServices extends ReplyServices {
  readonly signer: TokenSigner;
}

/** A user can cancel an answer for this time before a worker sends it. */
export const cancelPeriodMs = 5000;

/**
 * Queues an answer to a reply, from the account and in the thread of the reply. A contact that unsubscribed may be answered,
 * because a person answers its message; a blocklisted address may not.
 * @throws Problem 404 or 422; at the commit, if a daily limit is exceeded
 */
export async function planAnswer(
  services: AnswerServices,
  workspaceId: string,
  replyId: string,
  { text, html = null }: NewAnswer,
): Promise<Change<Answer>> {
  const { table, vault, signer, now } = services;
  const reply = await readStoredReply(table, workspaceId, replyId);
  const [{ fromEmail, subject }, { messageId: replyMessageId, references }, account] = await Promise.all([
    presentSummary(vault, workspaceId, reply),
    readReplyContent(services, workspaceId, reply),
    findAccount(table, workspaceId, reply.emailAccountId),
  ]);
  if (!isUsable(account)) throw invalidField('', 'state', 'the email account is not connected');
  const to = fromEmail ?? (await findContact(table, workspaceId, reply.contactId))?.email;
  if (to === undefined)
    throw invalidField('', 'state', 'the reply has no address, and its contact was deleted');
  if (await isBlocklisted(table, workspaceId, to, 'address_and_domain'))
    throw invalidField('', 'state', `${to} is blocklisted`);

  const { campaignId, contactId, executionId, stepId, emailAccountId } = reply;
  const id = newId('ans', now());
  const campaignEmail = { execution: { id: executionId }, account };
  const campaignMessageId = await messageIdOf(signer, workspaceId, campaignEmail, stepId);
  // It begins like the id of the campaign email, so replies to the answer and reports on it refer to the same execution.
  const messageId = campaignMessageId.replace('@', `.${id}@`);
  const createdAt = timestamp(now());
  const ids = { id, replyId, campaignId, contactId, executionId, emailAccountId };
  const sealed = await sealAnswer(vault, workspaceId, id, {
    to,
    subject: `Re: ${stripReplyPrefixes(subject)}`,
    text: removeControlCharacters(text),
    messageId,
    html: html === null ? null : removeControlCharacters(html),
    references: [...references, ...(replyMessageId === '' ? [] : [replyMessageId])],
  });
  const stored = {
    ...ids,
    stepId,
    status: 'queued' as const,
    dueAt: now() + cancelPeriodMs,
    attempts: 0,
    createdAt,
    sealed,
  };

  return {
    writes: [
      answerPut(workspaceId, stored),
      ...(await dailyLimitWrites(signer, workspaceId, 'answers', [to], now())),
    ],
    messages: [{ queue: 'sends', message: { contactId, answerId: id } }],
    result: { ...ids, status: 'queued', messageId, createdAt },
  };
}
