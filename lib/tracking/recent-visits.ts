import { hash } from 'node:crypto';
import { duplicateWindowMs } from '#lib/executions/tracking-state.ts';

/*
 * Visits that this container has recorded within the last minute, so that repeated requests of bots cost no writes. Another
 * container may record a visit again: the conditions in the table decide what is counted.
 */
const recordedAt = new Map<string, number>();
const entriesMax = 5000;

export function wasRecentlyRecorded(visitKey: string, now: number): boolean {
  const at = recordedAt.get(hashOf(visitKey));

  return at !== undefined && now - at >= 0 && now - at < duplicateWindowMs;
}

/** The minute starts with the first visit, so a repeated one does not extend it. */
export function markRecorded(visitKey: string, now: number): void {
  if (wasRecentlyRecorded(visitKey, now)) return;
  const [oldest] = recordedAt.keys();
  if (recordedAt.size >= entriesMax && oldest !== undefined) recordedAt.delete(oldest);
  const key = hashOf(visitKey);
  // A key that is set again moves to the end, so the first key stays the oldest.
  recordedAt.delete(key);
  recordedAt.set(key, now);
}

/** A hash, because tokens are long and secret. */
function hashOf(visitKey: string): string {
  return hash('sha256', visitKey, 'base64url');
}
