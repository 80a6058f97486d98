import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';

const Depth = z.object({ ready: z.int(), delayed: z.int(), inFlight: z.int() });
const Status = z.object({
  now: z.string(),
  queues: z.record(z.string(), Depth),
  schedules: z.nullable(z.object({ nextDueAt: z.nullable(z.string()) })),
  runningInvocations: z.int(),
});
type StackStatus = z.infer<typeof Status>;

/** The queues look for what has become due every 20 ms, the scheduler every 50 ms. */
const lookMs = 80;
const quietLooks = 2;

/** The local stack's clock, and how to tell that everything due at its present moment has been done. */
export type StackTime = ReturnType<typeof stackTime>;

export function stackTime(controlUrl: string) {
  const status = async () => Status.parse(await (await fetch(`${controlUrl}/status`)).json());

  return {
    status,
    async advance(milliseconds: number): Promise<void> {
      const body = JSON.stringify({ advanceMs: Math.ceil(milliseconds) });
      const response = await fetch(`${controlUrl}/clock`, { method: 'POST', body });
      if (!response.ok) throw new Error(`the clock was not moved: ${await response.text()}`);
    },
    /**
     * Waits until nothing is left to do now in the queues whose names begin so.
     * @param look called at every look
     * @returns how many of their messages wait for a later moment
     */
    async settle(names: readonly string[], look: () => Promise<void> | void = () => undefined) {
      for (let quiet = 0; ; ) {
        await pause(lookMs);
        const current = await status();
        const depths = Object.entries(current.queues)
          .filter(([queue]) => names.some((name) => queue.startsWith(`${name}Queue`)))
          .map(([, depth]) => depth);
        quiet = isQuiet(current, depths) ? quiet + 1 : 0;
        await look();
        if (quiet === quietLooks) return { waiting: depths.reduce((sum, { delayed }) => sum + delayed, 0) };
      }
    },
  };
}

function isQuiet(
  { now, schedules, runningInvocations }: StackStatus,
  depths: readonly z.output<typeof Depth>[],
): boolean {
  const dueAt = schedules?.nextDueAt ?? null;
  // What a killed stack had in hand stays in flight until its visibility time-out.
  const isIdle = depths.every(
    ({ ready, inFlight }) => ready === 0 && (inFlight === 0 || runningInvocations === 0),
  );

  return isIdle && (dueAt === null || Date.parse(dueAt) > Date.parse(now));
}

/** Looks until something holds. @throws after `timeoutMs` of real time, naming what did not come */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s in vain: ${what}`);
    await pause(lookMs);
  }
}
