import * as z from 'zod/mini';
import type { Item, Table } from '#lib/storage/table.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { workspaceSettingsKey } from '#lib/workspaces/items.ts';

/*
 * The day of an event is its local date in the time zone that the workspace had at that time. It is derived from the id of the
 * event and this list, so a count, its retraction and a recount have the same day, also after a change of the zone.
 */

/** The time zones of a workspace and the times from which they apply, oldest first. Earlier, and by default, it is UTC. */
const WorkspaceZones = z.array(z.object({ from: z.int(), timezone: z.string() }));
export type WorkspaceZones = z.infer<typeof WorkspaceZones>;

/**
 * Delay of a change, in milliseconds. A publication that has read the zones before the change publishes no event of the new zone.
 */
const changeDelayMs = 60_000;

/** Limits the size of the settings. After more changes, a recount counts the events before the oldest kept one in UTC. */
const zonesMax = 50;

/** @param item the settings; undefined before their first change */
export const toZones = (item: Item | undefined): WorkspaceZones =>
  WorkspaceZones.parse(item?.['zones'] ?? []);

export async function readZones(table: Table, workspaceId: string): Promise<WorkspaceZones> {
  return toZones(await table.get(workspaceSettingsKey(workspaceId)));
}

export function addZone(zones: WorkspaceZones, timezone: string, now: number): WorkspaceZones {
  return [...zones, { from: now + changeDelayMs, timezone }].slice(-zonesMax);
}

/** The zone of the settings, in which statistics are read. Events of the last minute may still have another one. */
export const newestZone = (zones: WorkspaceZones): string => zones.at(-1)?.timezone ?? 'UTC';

/** The workspace's local date at the time of an event, such as `2026-11-20`. @param at epoch milliseconds */
export function dayAt(zones: WorkspaceZones, at: number): string {
  return localDate(at, zones.findLast(({ from }) => from <= at)?.timezone ?? 'UTC');
}
