import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { readDraft, writeDraft as storeDraft, subscribeToDrafts } from '../../../api/drafts.ts';
import { type Message, threadQuery } from '../queries.ts';

const answerDraft = (replyId: string): string => `replies.${replyId}.answer`;

/** The unsent answer to a reply. */
export const draftOf = (replyId: string): string => {
  const text = readDraft(answerDraft(replyId));

  return typeof text === 'string' ? text : '';
};

export const writeDraft = (replyId: string, text: string): void =>
  storeDraft(answerDraft(replyId), text === '' ? undefined : text);

export const useAnswerDraft = (replyId: string): string =>
  useSyncExternalStore(subscribeToDrafts, () => draftOf(replyId));

interface Attempt {
  readonly text: string;
  readonly key: string;
  /** The answers with the same text before the attempt. */
  readonly earlierIds?: readonly string[];
}

const attemptDraft = (replyId: string): string => `replies.${replyId}.attempt`;

/** The `Idempotency-Key` of an answer. A repeated text has the same key, so it is queued once even if a response was lost. */
export function attemptKey(replyId: string, text: string, messages: readonly Message[]): string {
  const last = readDraft(attemptDraft(replyId)) as Attempt | undefined;
  if (last?.text === text) return last.key;
  const key = crypto.randomUUID();
  const earlierIds = answersWith(replyId, text, messages);
  storeDraft(attemptDraft(replyId), { text, key, earlierIds } satisfies Attempt);

  return key;
}

/** The ids of the answers to a reply with a text. The service removes control characters. */
function answersWith(replyId: string, text: string, messages: readonly Message[]): readonly string[] {
  const normalise = (each: string): string => each.replaceAll(/\p{Cc}/gu, '');

  return messages
    .filter((message) => message.kind === 'answer' && message.replyId === replyId)
    .filter((message) => normalise(message.text ?? '') === normalise(text))
    .map(({ id }) => id);
}

/**
 * Discards a draft that was sent: the page was left before the response arrived, and the thread has the answer.
 */
export function useDiscardSentDraft(replyId: string, isSending: boolean): void {
  const { data } = useQuery(threadQuery(replyId));
  const messages = isSending ? undefined : data?.messages;
  const text = useAnswerDraft(replyId).trim();
  useEffect(() => {
    const attempt = readDraft(attemptDraft(replyId)) as Attempt | undefined;
    if (!messages || !attempt || attempt.text !== text) return;
    const ids = answersWith(replyId, text, messages);
    if (ids.some((id) => !attempt.earlierIds?.includes(id))) discardDraft(replyId);
  }, [replyId, messages, text]);
}

/** Call this when the answer is queued. The same text is then a new answer with a new key. */
export function discardDraft(replyId: string): void {
  storeDraft(attemptDraft(replyId), undefined);
  writeDraft(replyId, '');
}
