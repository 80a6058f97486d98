import { expect, test } from 'vitest';
import { accepting, type Behaviour } from './behaviour.ts';
import type { Arrival } from './receivers.ts';
import { attemptsOf, checkRetries } from './retry-check.ts';
import { stackClock } from './stack-clock.ts';

const refuses: Behaviour = { errors: 100, hangs: 0 };
const stands = stackClock([]);
const delays = [60_000, 300_000, 1_800_000, 7_200_000];
const none = { miscounted: 0, early: 0, late: 0 };

function arrival(attempt: number, at: number, eventId = 'evt'): Arrival {
  return { receiver: 'failing', eventId, attempt, at };
}

/** All attempts, each the given number of milliseconds after its due time. */
function attempts(lateMs = 0, eventId = 'evt'): Arrival[] {
  return [0, ...delays].map((_, position) => {
    const at = delays.slice(0, position).reduce((sum, delay) => sum + delay + lateMs, 0);

    return arrival(position + 1, at, eventId);
  });
}

test('five attempts are correct up to three seconds after their due time, plus a second for the record', () => {
  expect(checkRetries(refuses, attempts(), stands, 0)).toMatchObject({ ...none, judged: 4 });
  expect(checkRetries(refuses, attempts(4000), stands, 0)).toMatchObject({ ...none, latestMs: 3000 });
});

test('a retry a millisecond early and one a millisecond later than allowed are faults', () => {
  expect(checkRetries(refuses, attempts(-1), stands, 0)).toMatchObject({ ...none, early: 4 });
  expect(checkRetries(refuses, attempts(4001), stands, 0)).toMatchObject({ ...none, late: 4 });
});

test('a missing, additional or duplicate attempt is a fault of its delivery', () => {
  const others = attempts(0, 'evt_2');
  const faultsOf = (arrivals: readonly Arrival[]) => checkRetries(refuses, arrivals, stands, 0).miscounted;

  expect(faultsOf([...attempts().slice(0, -1), ...others])).toBe(1);
  expect(faultsOf([...attempts(), arrival(6, 1e9), ...others])).toBe(1);
  expect(faultsOf([...attempts(), arrival(5, 1e9), ...others])).toBe(1);
});

test('an accepted delivery must not be repeated', () => {
  const twice = [arrival(1, 0), arrival(2, 60_000)];

  expect(attemptsOf(accepting, 'evt')).toBe(1);
  expect(checkRetries(accepting, twice, stands, 0).miscounted).toBe(1);
});

test('a hanging attempt fails after ten seconds', () => {
  const hangs = { errors: 0, hangs: 100 };

  expect(checkRetries(hangs, attempts(10_500), stands, 0)).toMatchObject(none);
  expect(checkRetries(hangs, attempts(14_001), stands, 0)).toMatchObject({ ...none, late: 4 });
});

test('attempts that were due before the queue was empty are only checked for being early', () => {
  expect(checkRetries(refuses, attempts(20_000), stands, 1e12)).toMatchObject({ ...none, judged: 0 });
  expect(checkRetries(refuses, attempts(-1), stands, 1e12)).toMatchObject({ early: 4 });
});

test('a jump of the clock counts as time for the delay, and lateness from its end', () => {
  const clock = stackClock([{ begun: 2000, done: 2010, byMs: 100_000 }]);
  const secondAt = (at: number) => checkRetries(refuses, [arrival(1, 0), arrival(2, at)], clock, 0);

  expect(secondAt(2020)).toMatchObject({ early: 0, late: 0, latestMs: 10 });
  expect(secondAt(1999)).toMatchObject({ early: 1 });
  expect(secondAt(5011)).toMatchObject({ early: 0, late: 1 });
});

test('an attempt that did not reach its receiver in time counts as an attempt', () => {
  const lost = new Map([['evt', new Set([2])]]);
  const faultsOf = (arrivals: readonly Arrival[]) => checkRetries(refuses, arrivals, stands, 0, lost);
  const withoutSecond = attempts(4000).filter(({ attempt }) => attempt !== 2);

  expect(attemptsOf(accepting, 'evt', new Set([1]))).toBe(2);
  expect(faultsOf(attempts(4000))).toMatchObject({ ...none, judged: 2 });
  expect(faultsOf(withoutSecond)).toMatchObject({ ...none, judged: 2 });
  expect(faultsOf(withoutSecond.slice(0, -1))).toMatchObject({ miscounted: 1 });
});
