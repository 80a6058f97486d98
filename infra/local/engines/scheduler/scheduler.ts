import { startHttpServer } from '../http-server.ts';
import { openScheduleFile } from './schedule-file.ts';
import { type DeliveryFailure, runSchedules, type ScheduleTarget } from './schedule-runner.ts';
import { schedulerApi } from './scheduler-api.ts';

export interface SchedulerOptions {
  readonly databaseFile: string;
  readonly port?: number | undefined;
  /** Hands one invocation to its target; a rejection is tried again later, with back-off. */
  deliver(target: ScheduleTarget): Promise<void>;
  readonly onFailure?: ((failure: DeliveryFailure) => void) | undefined;
}

export interface Scheduler {
  readonly endpoint: string;
  stop(): Promise<void>;
  /** Schedules that will still fire, and the next moment (epoch milliseconds) at which one does. */
  pending(): { count: number; nextDueAt: number | null };
}

/**
 * Starts an EventBridge Scheduler on the loopback address. Schedules survive this process; time is `Date.now()`: what a
 * forward jump of the clock passes over fires at once, and a rate fires once, not once for each period it missed.
 * @throws {PortTaken}
 */
export async function startScheduler(options: SchedulerOptions): Promise<Scheduler> {
  const file = openScheduleFile(options.databaseFile);
  const server = await startHttpServer({
    engine: 'EventBridge Scheduler',
    port: options.port,
    answer: schedulerApi(file),
  }).catch((error: unknown) => {
    file.close();
    throw error;
  });
  const runner = runSchedules(file, options);

  return {
    endpoint: server.url,
    pending: () => file.pending(),
    async stop() {
      await server.stop();
      await runner.stop();
      file.close();
    },
  };
}
