import type { Table } from '#lib/storage/table.ts';
import { readDueWork } from '#lib/storage/worklist.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { type Deployment, deliveryQueues } from './deployment.ts';
import { type ClockMove, stackClock } from './stack-clock.ts';

/** Maximum number of retries that become due per movement of the clock: the stack processes them together. */
const duePerMove = 25;
/**
 * Retries that are due closer together follow a burst of first attempts. The clock is not moved among them: they would become due
 * faster than a stack can have attempted them before.
 */
const denseMsMax = 3000;
/** Maximum stack time between the first and the last of them; the sweeper searches for later ones. */
const spreadMsMax = 30_000;
/** The queue delays messages by whole seconds. */
const delayStepMs = 1000;
/** The stack must be idle before the clock is moved. A shorter time is not skipped. */
const shortMsMax = 3000;
const timeoutMs = 120_000;

/**
 * Moves the clock from retry to retry until no delivery has a pending attempt. The due times come from the
 * service's delivery items; `checkRetries` verifies them with the receivers' arrivals.
 */
export async function passRetries({ table, time }: Deployment, moves: ClockMove[]): Promise<void> {
  for (let isIdle = false; ; ) {
    const goal = goalOf(await soonestDues(table));
    const aheadMs = goal ? goal.clockAt - stackClock(moves).latest(machineNow()) : 0;
    const isShort = aheadMs <= shortMsMax;
    if (!isIdle && (!goal || !isShort)) {
      await time.settle(deliveryQueues);
      isIdle = true;
      continue;
    }
    if (!goal) return;
    if (!isShort) await move(time, moves, aheadMs);
    isIdle = false;
    const isDone = async () => {
      const [next = Number.POSITIVE_INFINITY] = await soonestDues(table);

      return next > goal.dueBy;
    };
    await waitUntil('retries that are due', isDone, timeoutMs);
  }
}

/** The retries to wait for, all that are due by this time, and the time to which the clock may be moved. */
function goalOf(dues: readonly number[]): { readonly dueBy: number; readonly clockAt: number } | undefined {
  const [first, last] = [dues[0], dues.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (last - first < denseMsMax) return { dueBy: first, clockAt: first };
  const dueBy = Math.min(last, first + spreadMsMax);

  return { dueBy, clockAt: dueBy + delayStepMs };
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

/** Due times of the next attempts of all open deliveries, including running ones, in the stack's time. */
async function soonestDues(table: Table): Promise<number[]> {
  const waiting = await readDueWork(table, 'delivery', Number.MAX_SAFE_INTEGER, duePerMove);

  return waiting
    .map(({ gsi3sk }) => Number(gsi3sk))
    .sort((a, b) => a - b)
    .slice(0, duePerMove);
}
