import { setTimeout as pause } from 'node:timers/promises';

/**
 * Starts work at fixed times, regardless of earlier work's duration: waiting for responses would measure a
 * slow service less often. `begin` receives the due time in epoch milliseconds, which is the start of the
 * latency.
 * @returns when all work has ended
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
