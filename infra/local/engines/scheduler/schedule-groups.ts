import type { DatabaseSync } from 'node:sqlite';
import type { EngineRequest } from '../http-server.ts';
import { alreadyExists, schedulerArn } from './scheduler-wire.ts';

export const defaultGroup = 'default';

export type ScheduleGroups = ReturnType<typeof openScheduleGroups>;

/** Schedule groups; the group `default` always exists. */
export function openScheduleGroups(database: DatabaseSync) {
  const select = database.prepare('SELECT name FROM groups WHERE name = ?');
  const insert = database.prepare('INSERT INTO groups (name) VALUES (?)');
  const exists = (name: string) => name === defaultGroup || select.get(name) !== undefined;

  return {
    exists,
    /** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateScheduleGroup.html */
    create(request: EngineRequest, name: string) {
      if (exists(name)) throw alreadyExists(`Schedule group ${name}`);
      insert.run(name);

      return { ScheduleGroupArn: schedulerArn(request, `schedule-group/${name}`) };
    },
  };
}
