import { hash } from 'node:crypto';
import { oneLookMs } from '#lib/executions/visits.ts';

/*
 * Visits that this container has recorded within the last minute, so that who asks for one thing over and over, a machine
 * above all, costs nothing more. Another container may record one of them again: what is counted is decided by the table.
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

/** Tokens are long, and are nothing to keep in memory. */
function shortOf(name: string): string {
  return hash('sha256', name, 'base64url');
}
