import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SeededAccess } from '../ready-report.ts';
import type { HistorySettings } from './world.ts';

/**
 * Writes a workspace with a history to the stack's table.
 * @param environment variables of the stack's functions
 * @returns the credentials of the workspace
 */
export async function writeHistory(
  settings: HistorySettings,
  environment: Readonly<Record<string, string>>,
): Promise<SeededAccess> {
  const thread = new Worker(new URL('./history-thread.ts', import.meta.url), {
    workerData: settings,
    env: { ...environment },
    // The log of the use cases describes events of the past.
    stdout: true,
    stderr: true,
  });
  thread.stdout.resume();
  thread.stderr.resume();
  // An error in the thread rejects this promise with the original message.
  const [access] = await once(thread, 'message');
  await thread.terminate();

  return access;
}
