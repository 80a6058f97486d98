import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Schedule, ScheduleFile } from './schedule-file.ts';

/** One invocation of a schedule's target. */
export interface ScheduleTarget {
  readonly arn: string;
  readonly input: string;
}

export interface RunnerOptions {
  /** Delivers one invocation to its target. A rejection is retried with backoff. */
  readonly deliver: (target: ScheduleTarget) => Promise<void>;
  /** @param attempt number of failed deliveries for this due time, including this one */
  readonly onFailure?: (error: unknown, attempt: number) => void;
}

const pollMs = 50;
const deliveriesAtOnce = 64;
const stopMsMax = 2_000;
const backOffMsMax = 60_000;

/**
 * Fires due schedules until it is stopped. Delivery is at least once: a schedule is marked as done after its
 * delivery, so that a crash in between delivers again. A failed delivery is retried indefinitely, after 1, 2,
 * 4, … 60 seconds by the stack's clock.
 */
export function runSchedules(file: ScheduleFile, options: RunnerOptions) {
  const inFlight = new Map<string, Promise<void>>();
  let stopped = false;

  const fire = async (schedule: Schedule) => {
    const target = { arn: schedule.definition.Target.Arn, input: inputOf(schedule) };
    try {
      await options.deliver(target);
      // A delivery that outlasts `stop` finds the file closed.
      if (file.database.isOpen) {
        file.complete(schedule, Date.now());
      }
    } catch (error) {
      options.onFailure?.(error, schedule.attempts + 1);
      if (file.database.isOpen) {
        file.retry(schedule, Date.now() + Math.min(1000 * 2 ** schedule.attempts, backOffMsMax));
      }
    } finally {
      inFlight.delete(schedule.revision);
    }
  };
  const timer = setInterval(() => {
    const now = Date.now();
    const capacity = deliveriesAtOnce - inFlight.size;
    if (stopped || capacity <= 0 || now < file.nextWakeAt()) {
      return;
    }
    const waiting = file
      .dueSchedules(now, deliveriesAtOnce)
      .filter(({ revision }) => !inFlight.has(revision));
    for (const schedule of waiting.slice(0, capacity)) {
      inFlight.set(schedule.revision, fire(schedule));
    }
  }, pollMs);

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.race([Promise.all(inFlight.values()), pause(stopMsMax, undefined, { ref: false })]);
    },
  };
}

/** The input of the target, or the event of a schedule without input. */
function inputOf(schedule: Schedule): string {
  const input = schedule.definition.Target.Input;
  if (input !== undefined) return input;
  const [, , , region, account] = schedule.arn.split(':');

  return JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account,
    time: new Date(schedule.dueAt).toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [schedule.arn],
    detail: '{}',
  });
}
