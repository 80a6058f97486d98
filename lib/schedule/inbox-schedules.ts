import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import type { SyncCall } from '#lib/inbox/workers.ts';
import { clientSettings } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';

/** What calls for a look into each connected account's inbox. */
export interface InboxSchedules {
  /** One that is there already keeps its rhythm. */
  begin(call: SyncCall): Promise<void>;
  /** One that is not there is as good as ended. */
  end(accountId: string): Promise<void>;
}

export function eventBridgeInboxSchedules(): InboxSchedules {
  const client = new SchedulerClient(clientSettings);

  return {
    async begin(call) {
      const config = readConfig('syncs:schedule');
      try {
        await client.send(
          new CreateScheduleCommand({
            GroupName: config.SYNC_SCHEDULE_GROUP_NAME,
            Name: call.accountId,
            // It counts from the moment of creation, so that the accounts spread by themselves.
            ScheduleExpression: 'rate(2 minutes)',
            FlexibleTimeWindow: { Mode: 'OFF' },
            Target: {
              Arn: config.SYNC_SCHEDULE_TARGET_ARN,
              RoleArn: config.SYNC_SCHEDULE_ROLE_ARN,
              Input: JSON.stringify(call),
            },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConflictException)) throw error;
      }
    },

    async end(accountId) {
      const { SYNC_SCHEDULE_GROUP_NAME: GroupName } = readConfig('syncs:schedule');
      try {
        await client.send(new DeleteScheduleCommand({ GroupName, Name: accountId }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
}
