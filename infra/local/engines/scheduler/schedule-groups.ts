import type { DatabaseSync } from 'node:sqlite';

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
