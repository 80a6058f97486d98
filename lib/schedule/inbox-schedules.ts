import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { clientSettings } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { deleteSchedule, putSchedule } from '#lib/schedule/put-schedule.ts';
import type { SyncMessage } from '#lib/values/queues.ts';

/** The recurring schedules of inbox reads of connected accounts. */
export interface InboxSchedules {
  /** Creates the account's schedule, or changes its rate. */
  set(accountId: string, message: SyncMessage, everyMinutes: number): Promise<void>;
  /** Deletes the account's schedule, if it exists. */
  delete(accountId: string): Promise<void>;
}

export function eventBridgeInboxSchedules(): InboxSchedules {
  const client = new SchedulerClient(clientSettings);

  return {
    async set(accountId, message, everyMinutes) {
      const config = readConfig('syncs:schedule');
      await putSchedule(client, {
        GroupName: config.SYNC_SCHEDULE_GROUP_NAME,
        Name: accountId,
        // The rate counts from creation, so the reads of different accounts spread out.
        ScheduleExpression: `rate(${everyMinutes} minutes)`,
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: config.SYNC_SCHEDULE_TARGET_ARN,
          RoleArn: config.SYNC_SCHEDULE_ROLE_ARN,
          Input: JSON.stringify(message),
        },
      });
    },

    delete: (accountId) =>
      deleteSchedule(client, readConfig('syncs:schedule').SYNC_SCHEDULE_GROUP_NAME, accountId),
  };
}
