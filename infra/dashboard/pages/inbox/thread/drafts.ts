import { useSyncExternalStore } from 'react';

/** Unsent answers by the id of their reply. They are lost when the page is reloaded or the user signs out. */
const drafts = new Map<string, string>();
const listeners = new Set<() => void>();

export function writeDraft(replyId: string, text: string): void {
  if (text === '') drafts.delete(replyId);
  else drafts.set(replyId, text);
  for (const listener of listeners) listener();
}

export const draftOf = (replyId: string): string => drafts.get(replyId) ?? '';

export const useAnswerDraft = (replyId: string): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => draftOf(replyId),
  );

/** The last attempt to send an answer, by the id of the reply. */
const attempts = new Map<string, { readonly text: string; readonly key: string }>();

/** The `Idempotency-Key` of an answer. A repeated text has the same key, so it is queued once even if a response was lost. */
export function attemptKey(replyId: string, text: string): string {
  const last = attempts.get(replyId);
  if (last?.text === text) return last.key;
  const key = crypto.randomUUID();
  attempts.set(replyId, { text, key });

  return key;
}

/** Call this when the answer is queued. The same text is then a new answer with a new key. */
export function discardDraft(replyId: string): void {
  attempts.delete(replyId);
  writeDraft(replyId, '');
}

/** Call this when the user signs out: the next user of the tab must not see the drafts. */
export function discardAllDrafts(): void {
  attempts.clear();
  drafts.clear();
}
