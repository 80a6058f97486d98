import { DeleteScheduleCommand, ResourceNotFoundException, SchedulerClient } from '@aws-sdk/client-scheduler';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { clientSettings } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import type { Services } from '#lib/runtime/services.ts';
import { putSchedule } from '#lib/schedule/put-schedule.ts';

/** The message that starts the dispatch of a campaign: `DispatchMessage` without its schema. */
interface CampaignMessage {
  readonly workspaceId: string;
  readonly campaignId: string;
  readonly hasEnded?: true | undefined;
  readonly version?: number | undefined;
}

/** The schedules of the next dispatch of running campaigns. */
export interface CampaignSchedules {
  /**
   * Replaces the campaign's schedule. If `at` is less than a minute ahead, it queues the message instead.
   * @param at epoch milliseconds
   */
  scheduleDispatch(message: CampaignMessage, at: number): Promise<void>;
  /** Deletes the campaign's schedule, if it exists. */
  delete(campaignId: string): Promise<void>;
}

/**
 * A schedule may fire up to a minute late; one in the past never fires. With all retries and time-outs of the client,
 * creating a schedule may take 36 s.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */
const minScheduleAheadMs = 60_000;

export function eventBridgeSchedules({ now }: Pick<Services, 'now'>): CampaignSchedules {
  const client = new SchedulerClient(clientSettings);
  const ticks = sqsQueue<CampaignMessage>('ticks');

  return {
    async scheduleDispatch(message, at) {
      const waitMs = at - now();
      if (waitMs < minScheduleAheadMs) await ticks.send([{ message, delaySeconds: waitMs / 1000 }]);
      else await putSchedule(client, scheduleFor(message, at));
    },

    async delete(campaignId) {
      const { SCHEDULE_GROUP_NAME: GroupName } = readConfig('schedules:manage');
      try {
        await client.send(new DeleteScheduleCommand({ GroupName, Name: campaignId }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
}

/** The message has no `version`: a schedule is replaced as a whole, so its message is always current. */
function scheduleFor({ workspaceId, campaignId }: CampaignMessage, at: number) {
  const config = readConfig('schedules:manage');

  return {
    GroupName: config.SCHEDULE_GROUP_NAME,
    Name: campaignId,
    // at() has a precision of one second. Rounding up prevents an early dispatch.
    ScheduleExpression: `at(${new Date(Math.ceil(at / 1000) * 1000).toISOString().slice(0, 19)})`,
    FlexibleTimeWindow: { Mode: 'OFF' as const },
    ActionAfterCompletion: 'DELETE' as const,
    Target: {
      Arn: config.SCHEDULE_TARGET_ARN,
      RoleArn: config.SCHEDULE_ROLE_ARN,
      Input: JSON.stringify({ workspaceId, campaignId }),
    },
  };
}
