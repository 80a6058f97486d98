import { type Behaviour, reactionTo } from './behaviour.ts';
import type { Arrival } from './receivers.ts';
import type { StackClock } from './stack-clock.ts';

/** Specification, section 6: milliseconds before the second attempt, the third and so on. */
const delaysMs = [60_000, 300_000, 1_800_000, 7_200_000];
const attemptsMax = delaysMs.length + 1;
/** An attempt fails if the receiver does not respond within this time. */
const answerMsMax = 10_000;
/** Maximum time until an attempt's outcome, and with it the next due time, is stored. */
const recordMsMax = 1000;
const lateMsMax = 3000;
const none: ReadonlySet<number> = new Set();

/**
 * Expected number of attempts of a delivery at the end.
 * @param lost attempts that did not reach the receiver
 */
export function attemptsOf(behaviour: Behaviour, eventId: string, lost: ReadonlySet<number> = none): number {
  for (let attempt = 1; attempt < attemptsMax; attempt++) {
    if (reactionTo(behaviour, eventId, attempt) === 'accepts' && !lost.has(attempt)) return attempt;
  }

  return attemptsMax;
}

/**
 * Latest due time of the attempt after a failed one, in the stack's time; undefined without a next attempt.
 */
function nextDue(behaviour: Behaviour, arrival: Arrival, clock: StackClock): number | undefined {
  const { eventId, attempt, at } = arrival;
  const reaction = reactionTo(behaviour, eventId, attempt);
  const delayMs = delaysMs[attempt - 1];
  if (reaction === 'accepts' || delayMs === undefined) return undefined;

  return clock.latest(failedAt(reaction, at) + recordMsMax) + delayMs;
}

function failedAt(reaction: 'fails' | 'hangs', at: number): number {
  return reaction === 'hangs' ? at + answerMsMax : at;
}

export interface RetryFaults {
  /** Deliveries with a wrong number of attempts, or with duplicates. */
  readonly miscounted: number;
  readonly early: number;
  readonly late: number;
  /** Retries with a checked lateness. */
  readonly judged: number;
  readonly latestMs: number;
  /** Observed attempts of the miscounted deliveries: `evt_… 1@12.3 1@12.4`, in seconds. */
  readonly examples: readonly string[];
}

/**
 * Compares a receiver's arrivals with the retry schedule. No attempt may be early. Lateness is checked for
 * attempts that were due after `judgedFrom` (stack time), because the queue was full before. An attempt that
 * became due during a jump of the clock is late from the end of the jump. The end of a lost attempt is
 * unknown, so the attempt after it is not checked.
 * @param lost by event
 */
export function checkRetries(
  behaviour: Behaviour,
  arrivals: readonly Arrival[],
  clock: StackClock,
  judgedFrom: number,
  lost: ReadonlyMap<string, ReadonlySet<number>> = new Map(),
): RetryFaults {
  const deliveries = Map.groupBy(arrivals, ({ eventId }) => eventId);
  let [early, late, judged, latestMs] = [0, 0, 0, 0];
  const examples: string[] = [];
  for (const [eventId, all] of deliveries) {
    const lostHere = lost.get(eventId) ?? none;
    const attempts = all.filter(({ attempt }) => !lostHere.has(attempt));
    const count = attemptsOf(behaviour, eventId, lostHere);
    const numbers = Array.from({ length: count }, (_, position) => position + 1);
    const expected = numbers.filter((number) => !lostHere.has(number));
    if (attempts.map(({ attempt }) => attempt).join() !== expected.join()) {
      examples.push(describe(eventId, all));
    }
    for (const [position, arrival] of attempts.entries()) {
      const before = attempts[position - 1];
      const dueAt = before && nextDue(behaviour, before, clock);
      if (!before || dueAt === undefined || lostHere.has(arrival.attempt - 1)) continue;
      if (isEarly(before, arrival, clock)) early += 1;
      if (dueAt < judgedFrom) continue;
      const lateMs = clock.earliest(arrival.at) - clock.reachable(dueAt);
      judged += 1;
      latestMs = Math.max(latestMs, lateMs);
      if (lateMs > lateMsMax) late += 1;
    }
  }

  return { miscounted: examples.length, early, late, judged, latestMs, examples };
}

function describe(eventId: string, arrivals: readonly Arrival[]): string {
  return [eventId, ...arrivals.map(({ attempt, at }) => `${attempt}@${at / 1000}`)].join(' ');
}

function isEarly(before: Arrival, arrival: Arrival, clock: StackClock): boolean {
  const delayMs = delaysMs[before.attempt - 1] ?? Number.POSITIVE_INFINITY;

  return clock.latest(arrival.at) - clock.earliest(before.at) < delayMs;
}
