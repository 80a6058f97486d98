import * as z from 'zod/mini';
import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { itemLookup, type Table, type Update } from '#lib/storage/table.ts';
import { timeOfId, timestamp, timestampAfter } from '#lib/values/ids.ts';
import { Timestamp, trimmedText } from '#lib/values/schemas.ts';
import { toPostalAddress, toWorkspace, workspaceKey, workspaceSettingsKey } from '#lib/workspaces/items.ts';
import { WorkspaceId } from '#lib/workspaces/workspace.ts';

/** Up to 300 characters, in one or several lines. */
export const PostalAddress = trimmedText(300);

export const WorkspaceSettings = z.strictObject({
  id: WorkspaceId,
  /** Null while an operator deletes the workspace. */
  name: z.nullable(z.string()),
  /** For accounts that have no postal address. */
  postalAddress: z.nullable(z.string()),
  /** The creation of the workspace before the first change. */
  updatedAt: Timestamp,
});
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

export const WorkspaceSettingsPatch = z.strictObject({
  postalAddress: z.optional(z.nullable(PostalAddress)),
});
export type WorkspaceSettingsPatch = z.infer<typeof WorkspaceSettingsPatch>;

export async function getWorkspaceSettings(table: Table, workspaceId: string): Promise<WorkspaceSettings> {
  const keys = [workspaceKey(workspaceId), workspaceSettingsKey(workspaceId)] as const;
  const lookUp = itemLookup(await table.getMany(keys, { consistent: true }));
  const [workspace, settings] = keys.map(lookUp);

  return {
    id: workspaceId,
    name: workspace ? toWorkspace(workspace).name : null,
    postalAddress: toPostalAddress(settings),
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
  { postalAddress }: WorkspaceSettingsPatch,
): Promise<Change<WorkspaceSettings>> {
  const before = await getWorkspaceSettings(table, workspaceId);
  const { updatedAt: basedOn } = before;
  if (postalAddress === undefined || postalAddress === before.postalAddress)
    return { writes: [], basedOn, result: before };
  const changes = { postalAddress, updatedAt: timestampAfter(basedOn, now()) };
  const isFirst = basedOn === creationOf(workspaceId);
  const update: Update = {
    update: workspaceSettingsKey(workspaceId),
    set: changes,
    if: { updatedAt: isFirst ? 'absent' : { is: basedOn } },
    otherwise: () => new StaleDecision('the settings were changed concurrently'),
  };

  return { writes: [update], basedOn, result: { ...before, ...changes } };
}
