import type { Foundation } from '../foundation.ts';
import { moveTableTimes } from './move-table-times.ts';

/**
 * Resets the clock. All waiting times stay: what was due in an hour is due in an hour afterwards, because the times in the
 * table, the queues and the schedules move back with the clock. Otherwise a mailbox that has sent with the clock three days
 * ahead would wait for three days. Events and other history keep their times.
 *
 * Functions do not run during the reset. If it fails, the clock stays ahead, and the work that has already moved is due early.
 */
export async function resetClock(foundation: Foundation, saveOffset: (offsetMs: number) => void) {
  const { clock, clients, deployment, engines, runtime } = foundation;
  const byMs = clock.offsetMs();
  if (byMs === 0) return;
  const resume = await runtime.pause();
  try {
    clock.setOffset(0);
    const move = { now: Date.now(), byMs };
    await engines.moveTimes(move);
    await moveTableTimes(clients.dynamodb, deployment.tableName, move);
    saveOffset(0);
  } catch (error) {
    clock.setOffset(byMs);
    throw error;
  } finally {
    resume();
  }
}
