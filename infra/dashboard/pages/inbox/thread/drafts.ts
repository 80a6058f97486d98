import { useSyncExternalStore } from 'react';
import { readDraft, writeDraft as storeDraft, subscribeToDrafts } from '../../../api/drafts.ts';

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
}

const attemptDraft = (replyId: string): string => `replies.${replyId}.attempt`;

/** The `Idempotency-Key` of an answer. A repeated text has the same key, so it is queued once even if a response was lost. */
export function attemptKey(replyId: string, text: string): string {
  const last = readDraft(attemptDraft(replyId)) as Attempt | undefined;
  if (last?.text === text) return last.key;
  const key = crypto.randomUUID();
  storeDraft(attemptDraft(replyId), { text, key } satisfies Attempt);

  return key;
}

/** Call this when the answer is queued. The same text is then a new answer with a new key. */
export function discardDraft(replyId: string): void {
  storeDraft(attemptDraft(replyId), undefined);
  writeDraft(replyId, '');
}
