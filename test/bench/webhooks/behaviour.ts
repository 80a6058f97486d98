import { createHash } from 'node:crypto';

/** What a receiver does with its deliveries, in percent of them; with the rest it is content. */
export interface Behaviour {
  readonly errors: number;
  /** Taken and never answered. */
  readonly hangs: number;
  /** Before it answers. */
  readonly delayMs?: number;
}

export const content: Behaviour = { errors: 0, hangs: 0 };
/** Longer than it takes to start many threads of a function, and not so long that the endpoint is left alone. */
export const slow: Behaviour = { errors: 0, hangs: 0, delayMs: 2000 };
/** Waited for by many threads at once, and not long enough to be slow. */
export const leisurely: Behaviour = { errors: 0, hangs: 0, delayMs: 300 };
export const hanging: Behaviour = { errors: 0, hangs: 100 };

/** Follows from the delivery alone, so that whoever checks knows what the receiver did. */
export function reactionTo(
  { errors, hangs }: Behaviour,
  eventId: string,
  attempt: number,
): 'accepts' | 'fails' | 'hangs' {
  const digest = createHash('sha256').update(`${eventId} ${attempt}`).digest();
  const lot = digest.readUInt32BE(0) % 100;
  if (lot < errors) return 'fails';

  return lot < errors + hangs ? 'hangs' : 'accepts';
}
