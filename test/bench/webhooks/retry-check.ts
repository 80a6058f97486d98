import { type Behaviour, reactionTo } from './behaviour.ts';
import type { Arrival } from './receivers.ts';
import type { StackClock } from './stack-clock.ts';

/** Specification, section 6: milliseconds before the second attempt, the third and so on. */
const delaysMs = [60_000, 300_000, 1_800_000, 7_200_000];
const attemptsMax = delaysMs.length + 1;
/** A receiver that does not answer has failed after this. */
const answerMsMax = 10_000;
/** Until an attempt's outcome is written, and with it when the next one is due. */
const recordMsMax = 1000;
const lateMsMax = 3000;
const none: ReadonlySet<number> = new Set();

/** How many attempts a delivery must have had when all is over. @param lost those that did not get through */
export function attemptsOf(behaviour: Behaviour, eventId: string, lost: ReadonlySet<number> = none): number {
  for (let attempt = 1; attempt < attemptsMax; attempt++) {
    if (reactionTo(behaviour, eventId, attempt) === 'accepts' && !lost.has(attempt)) return attempt;
  }

  return attemptsMax;
}

/** When a failed attempt's next one is due at the latest, in the stack's time; undefined when there is none. */
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
  /** Deliveries with another number of attempts than their receiver's reactions ask for, or the same one twice. */
  readonly miscounted: number;
  readonly early: number;
  readonly late: number;
  /** Retries whose lateness could be told. */
  readonly judged: number;
  readonly latestMs: number;
  /** What was seen of the deliveries that are miscounted: `evt_… 1@12.3 1@12.4`, in seconds. */
  readonly examples: readonly string[];
}

/**
 * Holds what a receiver got against the plan of retries. None may come early. Lateness is judged of those that were due
 * after `judgedFrom` (stack time): before, the queue was full. Whoever became due while the clock jumped is late from the
 * end of the jump. Of an attempt that was lost nobody knows when it failed, so nothing is said of the one after it.
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
