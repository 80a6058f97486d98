import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { clientSettings } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timestamp } from '#lib/values/ids.ts';
import type { DispatchMessage } from '#lib/values/queues.ts';

/** The schedules of the next dispatch of running campaigns. */
export interface CampaignSchedules {
  /**
   * Replaces the campaign's schedule. If `at` is less than a minute ahead, it queues the message instead.
   * @param at epoch milliseconds
   */
  scheduleDispatch(campaignId: string, message: DispatchMessage, at: number): Promise<void>;
  /** Deletes the campaign's schedule, if it exists. */
  delete(campaignId: string): Promise<void>;
}

/**
 * Minimum time from now to a schedule. A schedule in the past never fires, and its creation may take 36 s with all retries and
 * timeouts of the client. A schedule may also fire up to a minute late.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */
const minScheduleAheadMs = 60_000;

export function eventBridgeSchedules({ now }: Pick<Services, 'now'>): CampaignSchedules {
  const client = new SchedulerClient(clientSettings);
  const ticks = sqsQueue('ticks');

  return {
    async scheduleDispatch(campaignId, message, at) {
      const waitMs = at - now();
      if (waitMs < minScheduleAheadMs) await ticks.send([{ message, delaySeconds: waitMs / 1000 }]);
      else await putSchedule(client, scheduleFor(campaignId, message, at));
    },

    delete: (campaignId) =>
      deleteSchedule(client, readConfig('schedules:manage').SCHEDULE_GROUP_NAME, campaignId),
  };
}

function scheduleFor(campaignId: string, message: DispatchMessage, at: number) {
  const config = readConfig('schedules:manage');

  return {
    GroupName: config.SCHEDULE_GROUP_NAME,
    Name: campaignId,
    // at() has a precision of one second. Rounding up prevents an early dispatch.
    ScheduleExpression: `at(${timestamp(Math.ceil(at / 1000) * 1000).slice(0, 19)})`,
    FlexibleTimeWindow: { Mode: 'OFF' as const },
    ActionAfterCompletion: 'DELETE' as const,
    Target: {
      Arn: config.SCHEDULE_TARGET_ARN,
      RoleArn: config.SCHEDULE_ROLE_ARN,
      // `version` marks outdated queue messages. A schedule is replaced as a whole, so its message is never outdated.
      Input: JSON.stringify({ ...message, version: undefined }),
    },
  };
}

/** A one-time schedule deletes itself after it fires, so it may disappear or reappear between two calls. */
const triesMax = 4;

/** Creates a schedule or replaces the schedule with the same name. */
async function putSchedule(client: SchedulerClient, schedule: CreateScheduleCommandInput): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.send(new CreateScheduleCommand(schedule));
      return;
    } catch (error) {
      if (!(error instanceof ConflictException)) throw error;
    }
    try {
      await client.send(new UpdateScheduleCommand(schedule));
      return;
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException) || tries === triesMax) throw error;
    }
  }
}

/** Deletes a schedule, if it exists. */
async function deleteSchedule(client: SchedulerClient, GroupName: string, Name: string): Promise<void> {
  try {
    await client.send(new DeleteScheduleCommand({ GroupName, Name }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}
