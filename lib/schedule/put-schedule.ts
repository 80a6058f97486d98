import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  type SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';

/** A one-time schedule deletes itself after it fires, so it may disappear or reappear between two calls. */
const triesMax = 4;

/** Creates a schedule or replaces the schedule with the same name. */
export async function putSchedule(
  client: SchedulerClient,
  schedule: CreateScheduleCommandInput,
): Promise<void> {
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
export async function deleteSchedule(
  client: SchedulerClient,
  GroupName: string,
  Name: string,
): Promise<void> {
  try {
    await client.send(new DeleteScheduleCommand({ GroupName, Name }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}
