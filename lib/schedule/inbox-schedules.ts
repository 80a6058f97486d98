import { DeleteScheduleCommand, ResourceNotFoundException, SchedulerClient } from '@aws-sdk/client-scheduler';
import { clientSettings } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { putSchedule } from '#lib/schedule/put-schedule.ts';

/** The message that starts a read of an inbox, every `everyMinutes`. */
interface InboxMessage {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly everyMinutes: number;
}

/** The recurring schedules of inbox reads of connected accounts. */
export interface InboxSchedules {
  /** Creates the account's schedule, or changes its rate. */
  set(message: InboxMessage): Promise<void>;
  /** Deletes the account's schedule, if it exists. */
  delete(accountId: string): Promise<void>;
}

export function eventBridgeInboxSchedules(): InboxSchedules {
  const client = new SchedulerClient(clientSettings);

  return {
    async set(message) {
      const config = readConfig('syncs:schedule');
      await putSchedule(client, {
        GroupName: config.SYNC_SCHEDULE_GROUP_NAME,
        Name: message.accountId,
        // The rate counts from creation, so the reads of different accounts spread out.
        ScheduleExpression: `rate(${message.everyMinutes} minutes)`,
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: config.SYNC_SCHEDULE_TARGET_ARN,
          RoleArn: config.SYNC_SCHEDULE_ROLE_ARN,
          Input: JSON.stringify(message),
        },
      });
    },

    async delete(accountId) {
      const { SYNC_SCHEDULE_GROUP_NAME: GroupName } = readConfig('syncs:schedule');
      try {
        await client.send(new DeleteScheduleCommand({ GroupName, Name: accountId }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
}
