import type { EngineRequest } from '../http-server.ts';
import { validationError } from '../service-error.ts';
import type { ScheduleFile } from './schedule-file.ts';
import { defaultGroup, type openScheduleGroups, type ScheduleGroup } from './schedule-groups.ts';
import { listPage } from './scheduler-pages.ts';
import { alreadyExists, notFound, type Operation, schedulerArn } from './scheduler-wire.ts';

/** Operations on groups: https://docs.aws.amazon.com/scheduler/latest/APIReference/API_Operations.html */
export function scheduleGroupOperations(file: ScheduleFile, groups: ReturnType<typeof openScheduleGroups>) {
  const all = (request: EngineRequest) => groups.list(schedulerArn(request, 'schedule-group'));

  const create: Operation = (request, name) => {
    if (groups.exists(name)) {
      throw alreadyExists(`Schedule group ${name}`);
    }
    const arn = schedulerArn(request, `schedule-group/${name}`);
    groups.create({ name, arn, createdAt: Date.now() });

    return { ScheduleGroupArn: arn };
  };
  const get: Operation = (request, name) => {
    const group = all(request).find((candidate) => candidate.name === name);
    if (group === undefined) {
      throw notFound(`Schedule group ${name}`);
    }

    return toOutput(group);
  };
  const remove: Operation = (_request, name) => {
    if (name === defaultGroup) {
      throw validationError('The default schedule group cannot be deleted.');
    }
    if (!groups.exists(name)) {
      throw notFound(`Schedule group ${name}`);
    }
    groups.delete(name);
    file.changed();

    return {};
  };
  const list = (request: EngineRequest) => {
    const prefix = request.query.get('NamePrefix') ?? '';
    const found = all(request).filter(({ name }) => name.startsWith(prefix));
    const page = listPage(found, ({ name }) => name, request.query);

    return { ScheduleGroups: page.items.map(toOutput), NextToken: page.nextToken };
  };

  return { create, get, remove, list };
}

function toOutput({ name, arn, createdAt }: ScheduleGroup) {
  const date = createdAt / 1000;

  return { Name: name, Arn: arn, State: 'ACTIVE', CreationDate: date, LastModificationDate: date };
}
