import { startHttpServer } from '../http-server.ts';
import type { LoopbackServer } from '../loopback.ts';
import { openScheduleFile } from './schedule-file.ts';
import { type RunnerOptions, runSchedules } from './schedule-runner.ts';
import { schedulerApi } from './scheduler-api.ts';

interface SchedulerOptions extends RunnerOptions {
  readonly databaseFile: string;
  readonly port?: number | undefined;
}

export interface Scheduler extends LoopbackServer {
  /** Number of schedules that will still fire, and the next due time in epoch milliseconds. */
  pending(): { count: number; nextDueAt: number | null };
}

/**
 * Starts an EventBridge Scheduler on the loopback address. Schedules persist after this process ends. Time is
 * `Date.now()`: when the clock jumps forward, schedules that became due fire immediately, and a rate fires
 * once instead of once per missed period.
 * @throws {PortTaken}
 */
export async function startScheduler(options: SchedulerOptions): Promise<Scheduler> {
  const file = openScheduleFile(options.databaseFile);
  const server = await startHttpServer({
    engine: 'EventBridge Scheduler',
    port: options.port,
    respond: schedulerApi(file),
  }).catch((error: unknown) => {
    file.close();
    throw error;
  });
  const runner = runSchedules(file, options);

  return {
    endpoint: server.endpoint,
    pending: file.pending,
    async stop() {
      await server.stop();
      await runner.stop();
      file.close();
    },
  };
}
