import { createHash } from 'node:crypto';

/** Shares of a receiver's reactions to deliveries, in percent; the rest succeeds. */
export interface Behaviour {
  readonly errors: number;
  /** Accepted and never answered. */
  readonly hangs: number;
  /** Delay of the response. */
  readonly delayMs?: number;
  /** Only each such request is delayed, from the first one on. Default: all. */
  readonly delayedEvery?: number;
}

export const accepting: Behaviour = { errors: 0, hangs: 0 };
/** Longer than starting many threads of a function, but too short to open the endpoint's circuit breaker. */
export const slow: Behaviour = { errors: 0, hangs: 0, delayMs: 2000 };
/** Many threads wait for it concurrently, but it is fast enough not to count as slow. */
export const delayed: Behaviour = { errors: 0, hangs: 0, delayMs: 300 };
export const refusing: Behaviour = { errors: 100, hangs: 0 };
export const hanging: Behaviour = { errors: 0, hangs: 100 };

/** Depends only on the delivery, so that the check can compute the receiver's reaction. */
export function reactionTo(
  { errors, hangs }: Behaviour,
  eventId: string,
  attempt: number,
): 'accepts' | 'fails' | 'hangs' {
  const digest = createHash('sha256').update(`${eventId} ${attempt}`).digest();
  const percentile = digest.readUInt32BE(0) % 100;
  if (percentile < errors) return 'fails';

  return percentile < errors + hangs ? 'hangs' : 'accepts';
}
