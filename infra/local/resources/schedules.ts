import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  CreateScheduleGroupCommand,
  GetScheduleCommand,
  type SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { ScheduleModel } from '../template/event-sources.ts';

/** Creates or updates the template's groups and schedules. Unchanged schedules keep their due times. */
export async function ensureSchedules(
  client: SchedulerClient,
  groups: readonly string[],
  schedules: readonly ScheduleModel[],
): Promise<void> {
  for (const group of groups) {
    await unlessThere(client.send(new CreateScheduleGroupCommand({ Name: group })));
  }
  for (const schedule of schedules) {
    const wanted = describeSchedule(schedule);
    const isNew = await unlessThere(client.send(new CreateScheduleCommand(wanted)));
    if (!isNew) await updateIfDifferent(client, wanted);
  }
}

async function updateIfDifferent(client: SchedulerClient, wanted: CreateScheduleCommandInput): Promise<void> {
  const existing = await client.send(new GetScheduleCommand({ Name: wanted.Name }));
  const isSame =
    existing.ScheduleExpression === wanted.ScheduleExpression &&
    existing.Target?.Arn === wanted.Target?.Arn &&
    existing.Target?.Input === wanted.Target?.Input;

  if (!isSame) await client.send(new UpdateScheduleCommand(wanted));
}

async function unlessThere(creation: Promise<unknown>): Promise<boolean> {
  try {
    await creation;

    return true;
  } catch (error) {
    if (error instanceof ConflictException) return false;
    throw error;
  }
}

function describeSchedule({
  name,
  expression,
  targetArn,
  roleArn,
  input,
}: ScheduleModel): CreateScheduleCommandInput {
  return {
    Name: name,
    ScheduleExpression: expression,
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: targetArn, RoleArn: roleArn, ...(input !== undefined && { Input: input }) },
  };
}
