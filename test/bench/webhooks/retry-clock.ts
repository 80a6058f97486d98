import { until } from '../../../infra/local/demo/stack-time.ts';
import type { Behaviour } from './behaviour.ts';
import { type Deployment, deliveryQueues } from './deployment.ts';
import type { Arrival } from './receivers.ts';
import { nextDue } from './retry-check.ts';
import { type ClockMove, type StackClock, stackClock } from './stack-clock.ts';

/** So many retries become due by one movement of the clock: what the stack can do in a moment. */
const duePerMove = 25;
/** Nor more than this of the stack's time from the first of them to the last: the sweeper would look for it. */
const spreadMsMax = 30_000;
/** Before a longer movement everything must have come to rest. */
const shortMsMax = 3000;
const timeoutMs = 120_000;

export interface RetryRun {
  readonly behaviours: Readonly<Record<string, Behaviour>>;
  /** The place of its first arrival among all. */
  readonly from: number;
  readonly moves: ClockMove[];
}

/** Moves the clock from retry to retry until no delivery has another attempt to come. */
export async function passRetries({ receivers, time }: Deployment, run: RetryRun): Promise<void> {
  const clock = stackClock(run.moves);
  const pending = pendingRetries(receivers.arrivals, run, clock);
  for (let isAtRest = false; ; ) {
    const dues = pending();
    const [first] = dues;
    const last = dues[Math.min(duePerMove, dues.length) - 1];
    if (first === undefined || last === undefined) {
      if (isAtRest) return;
      await time.settle(deliveryQueues);
      isAtRest = true;
      continue;
    }
    const target = Math.min(last, first + spreadMsMax);
    const aheadMs = target - clock.latest(machineNow());
    if (aheadMs > shortMsMax && !isAtRest) {
      await time.settle(deliveryQueues);
      isAtRest = true;
      continue;
    }
    if (aheadMs > 0) await move(time, run.moves, aheadMs);
    isAtRest = false;
    await until('retries that are due', () => (pending()[0] ?? Number.POSITIVE_INFINITY) > target, timeoutMs);
  }
}

export function machineNow(): number {
  return performance.timeOrigin + performance.now();
}

async function move(time: Deployment['time'], moves: ClockMove[], milliseconds: number): Promise<void> {
  const byMs = Math.ceil(milliseconds);
  const begun = machineNow();
  await time.advance(byMs);
  moves.push({ begun, done: machineNow(), byMs });
}

/** @returns when the next attempts of all open deliveries are due, in the stack's time, the soonest first */
function pendingRetries(
  arrivals: readonly Arrival[],
  { behaviours, from }: RetryRun,
  clock: StackClock,
): () => number[] {
  const open = new Map<string, { readonly arrival: Arrival; readonly behaviour: Behaviour }>();
  let looked = from;

  return () => {
    for (; looked < arrivals.length; looked++) {
      const arrival = arrivals[looked];
      const behaviour = arrival && behaviours[arrival.receiver];
      if (!behaviour) continue;
      const delivery = `${arrival.receiver} ${arrival.eventId}`;
      if (nextDue(behaviour, arrival, clock) === undefined) open.delete(delivery);
      else open.set(delivery, { arrival, behaviour });
    }

    return [...open.values()]
      .flatMap(({ arrival, behaviour }) => nextDue(behaviour, arrival, clock) ?? [])
      .sort((a, b) => a - b);
  };
}
