import { useSyncExternalStore } from 'react';

/** Unsent answers by reply, until the page is reloaded. */
const drafts = new Map<string, string>();
const listeners = new Set<() => void>();

export function writeDraft(replyId: string, text: string): void {
  if (text === '') drafts.delete(replyId);
  else drafts.set(replyId, text);
  for (const listener of listeners) listener();
}

export const useDraft = (replyId: string): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => drafts.get(replyId) ?? '',
  );

const attempts = new Map<string, { readonly text: string; readonly key: string }>();

/** The same text has the same `Idempotency-Key`, so an answer is not queued twice if its response was lost. */
export function keyOfAttempt(replyId: string, text: string): string {
  const last = attempts.get(replyId);
  if (last?.text === text) return last.key;
  const key = crypto.randomUUID();
  attempts.set(replyId, { text, key });

  return key;
}

/** The answer is queued: the same text again would be another answer. */
export function endDraft(replyId: string): void {
  attempts.delete(replyId);
  writeDraft(replyId, '');
}
