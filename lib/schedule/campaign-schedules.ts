import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { Tick } from '#lib/campaigns/workers.ts';
import { clientSettings } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import type { Services } from '#lib/runtime/services.ts';

/** The one wake-up call of a running campaign. */
export interface CampaignSchedules {
  /** Sets or moves it. @param at epoch milliseconds; the service is exact to the minute */
  wakeAt(tick: Tick, at: number): Promise<void>;
  /** Removes it; one that is not there is as good as removed. */
  clear(campaignId: string): Promise<void>;
}

/** A schedule that has just fired deletes itself, so it may vanish or reappear between two calls. */
const triesMax = 4;

/** A moment that has passed is refused, so «now» is a little later. The service is exact to the minute anyway. */
const aheadMs = 2000;

export function eventBridgeSchedules({ now }: Pick<Services, 'now'>): CampaignSchedules {
  const client = new SchedulerClient(clientSettings);

  return {
    async wakeAt(tick, at) {
      const input = scheduleFor(tick, Math.max(at, now() + aheadMs));
      for (let tries = 1; ; tries++) {
        try {
          await client.send(new CreateScheduleCommand(input));
          return;
        } catch (error) {
          if (!(error instanceof ConflictException)) throw error;
        }
        try {
          await client.send(new UpdateScheduleCommand(input));
          return;
        } catch (error) {
          if (!(error instanceof ResourceNotFoundException) || tries === triesMax) throw error;
        }
      }
    },

    async clear(campaignId) {
      const { SCHEDULE_GROUP_NAME: GroupName } = readConfig('schedules:manage');
      try {
        await client.send(new DeleteScheduleCommand({ GroupName, Name: campaignId }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
}

function scheduleFor(tick: Tick, at: number) {
  const config = readConfig('schedules:manage');

  return {
    GroupName: config.SCHEDULE_GROUP_NAME,
    Name: tick.campaignId,
    // at() knows whole seconds; rounding up keeps a wake-up call from coming before its time.
    ScheduleExpression: `at(${new Date(Math.ceil(at / 1000) * 1000).toISOString().slice(0, 19)})`,
    FlexibleTimeWindow: { Mode: 'OFF' as const },
    ActionAfterCompletion: 'DELETE' as const,
    Target: {
      Arn: config.SCHEDULE_TARGET_ARN,
      RoleArn: config.SCHEDULE_ROLE_ARN,
      Input: JSON.stringify(tick),
    },
  };
}
