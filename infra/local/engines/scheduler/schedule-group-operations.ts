import type { DatabaseSync } from 'node:sqlite';
import type { EngineRequest } from '../http-server.ts';
import { validationError } from '../service-error.ts';
import type { ScheduleFile } from './schedule-file.ts';
import { alreadyExists, listPage, notFound, type Operation, schedulerArn } from './scheduler-wire.ts';

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
    file.invalidateNextWakeAt();

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

export const defaultGroup = 'default';

export interface ScheduleGroup {
  readonly name: string;
  readonly arn: string;
  readonly createdAt: number;
}

/** Schedule groups; the group `default` always exists. */
export function openScheduleGroups(database: DatabaseSync) {
  const select = database.prepare('SELECT * FROM groups WHERE name = ?');
  const selectAll = database.prepare('SELECT * FROM groups ORDER BY name');
  const insert = database.prepare('INSERT INTO groups (name, arn, created_at) VALUES (?, ?, ?)');
  const removeGroup = database.prepare('DELETE FROM groups WHERE name = ?');
  const removeSchedules = database.prepare('DELETE FROM schedules WHERE group_name = ?');

  return {
    exists: (name: string) => name === defaultGroup || select.get(name) !== undefined,
    list(baseArn: string): ScheduleGroup[] {
      const stored = selectAll.all().map((row) => ({
        name: String(row['name']),
        arn: String(row['arn']),
        createdAt: Number(row['created_at']),
      }));

      return [{ name: defaultGroup, arn: `${baseArn}/${defaultGroup}`, createdAt: 0 }, ...stored];
    },
    create: (group: ScheduleGroup) => insert.run(group.name, group.arn, group.createdAt),
    /** Deletes the group's schedules, too, like AWS. */
    delete(name: string): void {
      removeSchedules.run(name);
      removeGroup.run(name);
    },
  };
}
