import { hash } from 'node:crypto';
import { oneLookMs } from '#lib/executions/visits.ts';

/*
 * Visits that this container has recorded within the last minute, so that repeated requests of bots cost no writes. Another
 * container may record a visit again: the conditions in the table decide what is counted.
 */
const seen = new Map<string, number>();
const namesMax = 5000;

export function wasSeen(name: string, now: number): boolean {
  const at = seen.get(shortOf(name));

  return at !== undefined && now - at >= 0 && now - at < oneLookMs;
}

export function rememberSeen(name: string, now: number): void {
  const [oldest] = seen.keys();
  if (seen.size >= namesMax && oldest !== undefined) seen.delete(oldest);
  const short = shortOf(name);
  seen.delete(short);
  seen.set(short, now);
}

/** A hash, because tokens are long and secret. */
function shortOf(name: string): string {
  return hash('sha256', name, 'base64url');
}
