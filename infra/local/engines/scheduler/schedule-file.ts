import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { openDatabase } from '../sqlite.ts';
import { firstDueAt, nextDueAt } from './schedule-expression.ts';
import { type ScheduleDefinition, scheduleDefinition, timingOf } from './schedule-input.ts';

/** `wake_at` is null if the schedule will not fire. It is later than `due_at` while a failed delivery backs off. */
const tables = `
  CREATE TABLE IF NOT EXISTS schedules (
    group_name TEXT NOT NULL, name TEXT NOT NULL, arn TEXT NOT NULL, definition TEXT NOT NULL,
    created_at INTEGER NOT NULL, modified_at INTEGER NOT NULL, revision TEXT NOT NULL,
    due_at INTEGER NOT NULL, wake_at INTEGER, attempts INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (group_name, name));
  CREATE INDEX IF NOT EXISTS schedules_by_wake ON schedules (wake_at) WHERE wake_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS groups (name TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS requests (
    token TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS requests_by_time ON requests (at);
`;

export interface Schedule {
  readonly groupName: string;
  readonly name: string;
  readonly arn: string;
  readonly definition: ScheduleDefinition;
  /** All times are epoch milliseconds. */
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** Changes with each update, so that an older delivery cannot complete an updated schedule. */
  readonly revision: string;
  readonly dueAt: number;
  /** Failed deliveries for this due time. */
  readonly attempts: number;
}

export type ScheduleFile = ReturnType<typeof openScheduleFile>;

/** All state of the scheduler, in one file. Each method is one transaction that survives the death of this process. */
export function openScheduleFile(databaseFile: string) {
  const database = openDatabase(databaseFile, tables);
  const sql = prepareStatements(database);
  let nextWakeAt: number | undefined;
  const invalidateNextWakeAt = () => {
    nextWakeAt = undefined;
  };

  return {
    database,
    find(groupName: string, name: string): Schedule | undefined {
      const row = sql.select.get(groupName, name);

      return row && toSchedule(row);
    },
    put(name: string, arn: string, definition: ScheduleDefinition, now: number): void {
      const dueAt = firstDueAt(timingOf(definition), now);
      const text = JSON.stringify(definition);
      sql.upsert.run(definition.GroupName, name, arn, text, now, now, randomUUID(), dueAt, dueAt);
      invalidateNextWakeAt();
    },
    delete(groupName: string, name: string): boolean {
      invalidateNextWakeAt();

      return sql.remove.run(groupName, name).changes > 0;
    },
    /** Cheap: reads the file only after a change. */
    nextWakeAt(): number {
      nextWakeAt ??= Number(sql.selectPending.get()?.['next'] ?? Number.POSITIVE_INFINITY);

      return nextWakeAt;
    },
    /** The number of schedules that will still fire, and the time of the next delivery or retry in epoch milliseconds. */
    pending() {
      const row = sql.selectPending.get();
      const next = row?.['next'];

      return { count: Number(row?.['count'] ?? 0), nextDueAt: typeof next === 'number' ? next : null };
    },
    list: (): Schedule[] => sql.selectAll.all().map(toSchedule),
    dueSchedules: (now: number, limit: number): Schedule[] => sql.selectDue.all(now, limit).map(toSchedule),
    ...completions(sql, invalidateNextWakeAt),
    close: () => database.close(),
  };
}

/**
 * Updates after a delivery. They do nothing if the schedule was updated or deleted during the delivery,
 * because its revision has changed.
 */
function completions(sql: ReturnType<typeof prepareStatements>, invalidateNextWakeAt: () => void) {
  return {
    complete(schedule: Schedule, now: number): void {
      const { definition, revision } = schedule;
      const next = nextDueAt(timingOf(definition), schedule.dueAt, now);
      invalidateNextWakeAt();
      if (next !== null) {
        sql.reschedule.run(next, next, 0, revision);
      } else if (definition.ActionAfterCompletion === 'DELETE') {
        sql.removeRevision.run(revision);
      } else {
        sql.reschedule.run(schedule.dueAt, null, 0, revision);
      }
    },
    retry(schedule: Schedule, wakeAt: number): void {
      invalidateNextWakeAt();
      sql.reschedule.run(schedule.dueAt, wakeAt, schedule.attempts + 1, schedule.revision);
    },
  };
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);

  return {
    select: prepare('SELECT * FROM schedules WHERE group_name = ? AND name = ?'),
    selectAll: prepare('SELECT * FROM schedules'),
    selectDue: prepare('SELECT * FROM schedules WHERE wake_at <= ? ORDER BY wake_at LIMIT ?'),
    selectPending: prepare(
      'SELECT count(*) AS count, min(wake_at) AS next FROM schedules WHERE wake_at IS NOT NULL',
    ),
    upsert: prepare(`INSERT INTO schedules
    (group_name, name, arn, definition, created_at, modified_at, revision, due_at, wake_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (group_name, name) DO UPDATE SET
    definition = excluded.definition, modified_at = excluded.modified_at, revision = excluded.revision,
    due_at = excluded.due_at, wake_at = excluded.wake_at, attempts = 0`),
    remove: prepare('DELETE FROM schedules WHERE group_name = ? AND name = ?'),
    removeRevision: prepare('DELETE FROM schedules WHERE revision = ?'),
    reschedule: prepare('UPDATE schedules SET due_at = ?, wake_at = ?, attempts = ? WHERE revision = ?'),
  };
}

function toSchedule(row: Record<string, SQLOutputValue>): Schedule {
  return {
    groupName: String(row['group_name']),
    name: String(row['name']),
    arn: String(row['arn']),
    definition: scheduleDefinition.parse(JSON.parse(String(row['definition']))),
    createdAt: Number(row['created_at']),
    modifiedAt: Number(row['modified_at']),
    revision: String(row['revision']),
    dueAt: Number(row['due_at']),
    attempts: Number(row['attempts']),
  };
}
