import * as z from 'zod/mini';
import { eventsOfContact } from '#lib/commit/event-queries.ts';
import { readEvent } from '#lib/commit/stored-event.ts';
import { DirectEmailError, DirectEmailStatus } from '#lib/direct-emails/state.ts';
import { openAnswer, readLastAnswers } from '#lib/replies/answers/answers.ts';
import { repliesQuery, type StoredReply, toStoredReply } from '#lib/replies/items.ts';
import { presentSummary, type ReplyServices, readReplyTexts, readStoredReply } from '#lib/replies/read.ts';
import { readMerged } from '#lib/storage/merged-query.ts';
import { Timestamp } from '#lib/values/schemas.ts';

const ThreadMessage = z.strictObject({
  kind: z.enum(['email', 'reply', 'answer']),
  /** Id of the event, the reply or the answer. */
  id: z.string(),
  occurredAt: Timestamp,
  fromEmail: z.nullable(z.string()),
  fromName: z.nullable(z.string()),
  toEmail: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  /** Without quotations; null for emails of the campaign, which are not stored. */
  text: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  stepId: z.nullable(z.string()),
  variantId: z.nullable(z.string()),
  isAutomatic: z.nullable(z.boolean()),
  /** The reply that an answer answers. */
  replyId: z.nullable(z.string()),
  answerStatus: z.nullable(DirectEmailStatus),
  answerError: z.nullable(DirectEmailError),
});
type ThreadMessage = z.infer<typeof ThreadMessage>;

export const ReplyThread = z.strictObject({
  executionId: z.string(),
  campaignId: z.string(),
  contactId: z.string(),
  messages: z.array(ThreadMessage),
  isComplete: z.boolean(),
});
export type ReplyThread = z.infer<typeof ReplyThread>;

/**
 * Maximum numbers of items that are read for a thread. Opens and clicks are events, too, so a contact with many of them has an
 * incomplete thread.
 */
const eventsMax = 200;
const repliesMax = 50;
const answersMax = 50;

/** The messages of one kind, unsorted. */
interface ThreadPart {
  readonly messages: readonly ThreadMessage[];
  readonly isComplete: boolean;
}

const emptyFields = {
  fromEmail: null,
  fromName: null,
  toEmail: null,
  subject: null,
  text: null,
  messageId: null,
  stepId: null,
  variantId: null,
  isAutomatic: null,
  replyId: null,
  answerStatus: null,
  answerError: null,
};

/**
 * The latest messages between the account and the contact of a reply, oldest first: the emails of the sequence, the replies,
 * and the answers of users. The cost does not depend on the length of the thread.
 * @throws Problem 404
 */
export async function readThread(
  services: ReplyServices,
  workspaceId: string,
  replyId: string,
): Promise<ReplyThread> {
  const reply = await readStoredReply(services.table, workspaceId, replyId);
  const parts = await Promise.all([
    findEmails(services, workspaceId, reply),
    findReplies(services, workspaceId, reply),
    findAnswers(services, workspaceId, reply),
  ]);
  const messages = parts
    .flatMap((part) => part.messages)
    .sort((one, other) => (one.occurredAt < other.occurredAt ? -1 : 1));
  const { executionId, campaignId, contactId } = reply;
  const isComplete = parts.every((part) => part.isComplete);

  return { executionId, campaignId, contactId, messages, isComplete };
}

async function findEmails(
  { table }: ReplyServices,
  workspaceId: string,
  { contactId, executionId }: StoredReply,
): Promise<ThreadPart> {
  const items = await readMerged(table, eventsOfContact(workspaceId, contactId), undefined, eventsMax);
  const events = items.flatMap((item) => readEvent(item) ?? []);
  const sent = events.filter(({ type, data }) => type === 'email.sent' && data.executionId === executionId);

  return {
    messages: sent.map(({ id, timestamp: occurredAt, data, details }) => ({
      ...emptyFields,
      kind: 'email' as const,
      id,
      occurredAt,
      stepId: data.stepId ?? null,
      messageId: details.messageId ?? null,
      variantId: details.variantId ?? null,
    })),
    isComplete: items.length < eventsMax,
  };
}

async function findReplies(
  services: ReplyServices,
  workspaceId: string,
  { contactId, executionId }: StoredReply,
): Promise<ThreadPart> {
  const source = repliesQuery(workspaceId, { contactId });
  const items = await readMerged(services.table, source, undefined, repliesMax);
  const replies = items.map(toStoredReply).filter((reply) => reply.executionId === executionId);
  const texts = await readReplyTexts(services, workspaceId, replies);
  const present = async (reply: StoredReply): Promise<ThreadMessage> => {
    const { id, receivedAt: occurredAt, stepId, isAutomatic } = reply;
    const { fromEmail, fromName, subject } = await presentSummary(services.vault, workspaceId, reply);

    return {
      ...emptyFields,
      kind: 'reply',
      id,
      occurredAt,
      fromEmail,
      fromName,
      subject,
      stepId,
      isAutomatic,
      text: texts.get(id) ?? '',
    };
  };

  return { messages: await Promise.all(replies.map(present)), isComplete: items.length < repliesMax };
}

async function findAnswers(
  { table, vault }: ReplyServices,
  workspaceId: string,
  { contactId, executionId }: StoredReply,
): Promise<ThreadPart> {
  const { answers, hasMore } = await readLastAnswers(table, workspaceId, contactId, answersMax);
  const messages = answers
    .filter((answer) => answer.executionId === executionId)
    .map(async (answer): Promise<ThreadMessage> => {
      const { to: toEmail, subject, text, messageId } = await openAnswer(vault, workspaceId, answer);
      const { id, replyId, createdAt, sentAt, status, error } = answer;

      return {
        ...emptyFields,
        kind: 'answer',
        id,
        occurredAt: sentAt ?? createdAt,
        toEmail,
        subject,
        text,
        messageId,
        replyId,
        answerStatus: status,
        answerError: error ?? null,
      };
    });

  return { messages: await Promise.all(messages), isComplete: !hasMore };
}
