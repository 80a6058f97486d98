import { setTimeout as pause } from 'node:timers/promises';

/**
 * Begins work at fixed moments, however long what began before takes: whoever waits for answers first measures a
 * slow service too seldom. `begin` is told when its turn was due, epoch milliseconds, which is when a latency begins.
 * @returns when all of it has ended
 */
export async function openLoop(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  begin: (dueAt: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.timeOrigin + performance.now();
  const turns = Math.ceil(perSecond * seconds);
  const begun: Promise<void>[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const dueAt = startedAt + (turn * 1000) / perSecond;
    const early = dueAt - (performance.timeOrigin + performance.now());
    if (early > 0) await pause(early);
    begun.push(begin(dueAt));
  }
  await Promise.all(begun);
}
