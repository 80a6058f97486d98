import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  paginateListSchedules,
  type SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { ScheduleModel } from '../template/event-sources.ts';

/**
 * Creates or updates the template's groups and schedules, and deletes the schedules that the template no longer has. Unchanged
 * schedules keep their due times.
 */
export async function ensureSchedules(
  client: SchedulerClient,
  groups: readonly string[],
  schedules: readonly ScheduleModel[],
): Promise<void> {
  for (const group of groups) {
    await createIfMissing(client.send(new CreateScheduleGroupCommand({ Name: group })));
  }
  for (const schedule of schedules) {
    const definition = describeSchedule(schedule);
    const isNew = await createIfMissing(client.send(new CreateScheduleCommand(definition)));
    if (!isNew) await updateIfDifferent(client, definition);
  }
  await deleteOthers(client, new Set(schedules.map(({ name }) => name)));
}

/** Deletes schedules of earlier templates: they are in the default group and invoke functions. */
async function deleteOthers(client: SchedulerClient, names: ReadonlySet<string>): Promise<void> {
  const dropped: string[] = [];
  for await (const { Schedules = [] } of paginateListSchedules({ client }, { GroupName: 'default' })) {
    for (const { Name = '', Target } of Schedules) {
      if (!names.has(Name) && Target?.Arn?.includes(':lambda:')) dropped.push(Name);
    }
  }
  for (const Name of dropped) await client.send(new DeleteScheduleCommand({ Name }));
}

async function updateIfDifferent(
  client: SchedulerClient,
  definition: CreateScheduleCommandInput,
): Promise<void> {
  const existing = await client.send(new GetScheduleCommand({ Name: definition.Name }));
  const isSame =
    existing.ScheduleExpression === definition.ScheduleExpression &&
    existing.Target?.Arn === definition.Target?.Arn &&
    existing.Target?.RoleArn === definition.Target?.RoleArn &&
    existing.Target?.Input === definition.Target?.Input;

  if (!isSame) await client.send(new UpdateScheduleCommand(definition));
}

/** @returns whether the resource is new */
async function createIfMissing(creation: Promise<unknown>): Promise<boolean> {
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
