import { setTimeout as pause } from 'node:timers/promises';
import type { QueueDepth } from '../../command-line/queue-depth.ts';
import { StackStatus } from '../status-table.ts';

/** The queues check for due messages every 20 ms, the scheduler every 50 ms. */
const pollMs = 80;
/** Polls in a row without due work that end the wait. One is not enough, because work may start between two polls. */
const idlePollsRequired = 2;

/** Moves the local stack's clock, and waits until all work that is due has been done. */
export type StackTime = ReturnType<typeof stackTime>;

/** @param controlUrl of the stack's control server */
export function stackTime(controlUrl: string) {
  const status = async () => StackStatus.parse(await (await fetch(`${controlUrl}/status`)).json());

  return {
    status,
    async advance(milliseconds: number): Promise<void> {
      const body = JSON.stringify({ advanceMs: Math.ceil(milliseconds) });
      const response = await fetch(`${controlUrl}/clock`, { method: 'POST', body });
      if (!response.ok) throw new Error(`the clock was not moved: ${await response.text()}`);
    },
    /**
     * Waits until the queues with these name prefixes, or all queues that a function reads, have no messages that are due now.
     * @param onPoll called on every poll
     * @returns the number of their messages that are delayed
     */
    async settle(names?: readonly string[], onPoll: () => Promise<void> | void = () => undefined) {
      for (let idlePolls = 0; ; ) {
        await pause(pollMs);
        const currentStatus = await status();
        const depths = Object.entries(currentStatus.queues)
          .filter(
            ([queue]) => names?.some((name) => queue.startsWith(`${name}Queue`)) ?? !isDeadLetters(queue),
          )
          .map(([, depth]) => depth);
        idlePolls = hasNoDueWork(currentStatus, depths) ? idlePolls + 1 : 0;
        await onPoll();
        if (idlePolls === idlePollsRequired)
          return { waiting: depths.reduce((sum, { delayed }) => sum + delayed, 0) };
      }
    },
  };
}

/** Messages of a dead-letter queue wait for an operator. */
const isDeadLetters = (queue: string) => queue.includes('DeadLetters');

function hasNoDueWork(
  { now, schedules, runningInvocations }: StackStatus,
  depths: readonly QueueDepth[],
): boolean {
  const dueAt = schedules?.nextDueAt ?? null;
  // Messages that a killed stack had received stay in flight until their visibility timeout.
  const isIdle = depths.every(
    ({ ready, inFlight }) => ready === 0 && (inFlight === 0 || runningInvocations === 0),
  );

  return isIdle && (dueAt === null || Date.parse(dueAt) > Date.parse(now));
}

/** Polls until a condition holds. @throws after `timeoutMs` of real time, naming the missing condition */
export async function waitUntil(
  description: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s without: ${description}`);
    await pause(pollMs);
  }
}
