import * as z from 'zod/mini';
import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Item, itemLookup, type Table, type Update } from '#lib/storage/table.ts';
import { timeOfId, timestamp, timestampAfter } from '#lib/values/ids.ts';
import { Timestamp, trimmedText } from '#lib/values/schemas.ts';
import { TimeZone } from '#lib/values/time-zone.ts';
import { toPostalAddress, toWorkspace, workspaceKey, workspaceSettingsKey } from '#lib/workspaces/items.ts';
import { WorkspaceId } from '#lib/workspaces/workspace.ts';
import { addZone, newestZone, toZones } from '#lib/workspaces/zones.ts';

/** Up to 300 characters, in one or several lines. */
export const PostalAddress = trimmedText(300);

export const WorkspaceSettings = z.strictObject({
  id: WorkspaceId,
  /** Null while an operator deletes the workspace. */
  name: z.nullable(z.string()),
  /** For accounts that have no postal address. */
  postalAddress: z.nullable(z.string()),
  /** The days of statistics are local days of this zone. */
  timezone: z.string(),
  /** The creation of the workspace before the first change. */
  updatedAt: Timestamp,
});
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

export const WorkspaceSettingsPatch = z.strictObject({
  postalAddress: z.optional(z.nullable(PostalAddress)),
  timezone: z.optional(TimeZone),
});
export type WorkspaceSettingsPatch = z.infer<typeof WorkspaceSettingsPatch>;

export async function getWorkspaceSettings(table: Table, workspaceId: string): Promise<WorkspaceSettings> {
  const { workspace, settings } = await readSettings(table, workspaceId);

  return presentSettings(workspaceId, workspace, settings);
}

async function readSettings(table: Table, workspaceId: string) {
  const keys = [workspaceKey(workspaceId), workspaceSettingsKey(workspaceId)] as const;
  const lookUp = itemLookup(await table.getMany(keys));
  const [workspace, settings] = keys.map(lookUp);

  return { workspace, settings };
}

function presentSettings(
  workspaceId: string,
  workspace: Item | undefined,
  settings: Item | undefined,
): WorkspaceSettings {
  return {
    id: workspaceId,
    name: workspace ? toWorkspace(workspace).name : null,
    postalAddress: toPostalAddress(settings),
    timezone: newestZone(toZones(settings)),
    updatedAt: String(settings?.['updatedAt'] ?? creationOf(workspaceId)),
  };
}

/** The postal address of the workspace, for accounts that have none. */
export async function findPostalAddress(table: Table, workspaceId: string): Promise<string | null> {
  return toPostalAddress(await table.get(workspaceSettingsKey(workspaceId)));
}

const creationOf = (workspaceId: string) => timestamp(timeOfId(workspaceId));

/** A patch that changes nothing writes nothing. */
export async function planSettingsUpdate(
  { table, now }: Services,
  workspaceId: string,
  patch: WorkspaceSettingsPatch,
): Promise<Change<WorkspaceSettings>> {
  const { workspace, settings } = await readSettings(table, workspaceId);
  const before = presentSettings(workspaceId, workspace, settings);
  const { updatedAt: basedOn } = before;
  const { postalAddress = before.postalAddress, timezone = before.timezone } = patch;
  const isNewZone = timezone !== before.timezone;
  if (postalAddress === before.postalAddress && !isNewZone) return { writes: [], basedOn, result: before };
  const updatedAt = timestampAfter(basedOn, now());
  const update: Update = {
    update: workspaceSettingsKey(workspaceId),
    set: {
      postalAddress,
      updatedAt,
      ...(isNewZone && { zones: addZone(toZones(settings), timezone, now()) }),
    },
    if: { updatedAt: settings ? { is: basedOn } : 'absent' },
    otherwise: () => new StaleDecision('the settings were changed concurrently'),
  };

  return { writes: [update], basedOn, before, result: { ...before, postalAddress, timezone, updatedAt } };
}
