import type { EngineRequest } from '../http-server.ts';
import type { Schedule, ScheduleFile } from './schedule-file.ts';
import { defaultGroup, type ScheduleGroups } from './schedule-groups.ts';
import { parseDefinition } from './schedule-input.ts';
import { alreadyExists, listPage, notFound, type Operation, schedulerArn } from './scheduler-wire.ts';

/** Operations on schedules: https://docs.aws.amazon.com/scheduler/latest/APIReference/API_Operations.html */
export function scheduleOperations(file: ScheduleFile, groups: ScheduleGroups) {
  const put: Operation = (request, name) => {
    const definition = parseDefinition(request.body);
    const { GroupName: groupName } = definition;
    if (!groups.exists(groupName)) {
      throw notFound(`Schedule group ${groupName}`);
    }
    const exists = file.find(groupName, name) !== undefined;
    if (request.method === 'POST' && exists) {
      throw alreadyExists(`Schedule ${name}`);
    }
    if (request.method === 'PUT' && !exists) {
      throw notFound(`Schedule ${name}`);
    }
    const arn = schedulerArn(request, `schedule/${groupName}/${name}`);
    file.put(name, arn, definition, Date.now());

    return { ScheduleArn: arn };
  };
  const get: Operation = ({ query }, name) => {
    const schedule = file.find(query.get('groupName') ?? defaultGroup, name);
    if (schedule === undefined) {
      throw notFound(`Schedule ${name}`);
    }

    return { ...schedule.definition, ...toDates(schedule), Name: name, Arn: schedule.arn };
  };
  const remove: Operation = ({ query }, name) => {
    if (!file.delete(query.get('groupName') ?? defaultGroup, name)) {
      throw notFound(`Schedule ${name}`);
    }

    return {};
  };
  const list = ({ query }: EngineRequest) => {
    const groupName = query.get('ScheduleGroup');
    const prefix = query.get('NamePrefix') ?? '';
    const found = file
      .list()
      .filter((schedule) => groupName === null || schedule.groupName === groupName)
      .filter((schedule) => schedule.name.startsWith(prefix));
    const page = listPage(found, ({ groupName, name }) => `${groupName}/${name}`, query);

    return { Schedules: page.items.map(toSummary), NextToken: page.nextToken };
  };

  return { put, get, remove, list };
}

function toSummary(schedule: Schedule) {
  return {
    ...toDates(schedule),
    Arn: schedule.arn,
    Name: schedule.name,
    GroupName: schedule.groupName,
    Target: { Arn: schedule.definition.Target.Arn },
  };
}

const toDates = ({ createdAt, modifiedAt }: Schedule) => ({
  CreationDate: createdAt / 1000,
  LastModificationDate: modifiedAt / 1000,
});
