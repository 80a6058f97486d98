import type { Item, Key } from '#lib/storage/table.ts';
import { Workspace } from '#lib/workspaces/workspace.ts';

/*
 * | access pattern                | how                                    |
 * |-------------------------------|----------------------------------------|
 * | get by id                     | GetItem WORKSPACES, <id>               |
 * | all workspaces, oldest first  | Query WORKSPACES                       |
 * | settings of its owners        | GetItem W#<workspace>#SETTINGS, SETTINGS |
 *
 * Only operators write the items of `WORKSPACES`. The settings are a separate item: owners write it, and every email reads it.
 */
export const workspacesPartition = 'WORKSPACES';

export const workspaceKey = (workspaceId: string): Key => ({ pk: workspacesPartition, sk: workspaceId });

export function workspaceSettingsKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}#SETTINGS`, sk: 'SETTINGS' };
}

export const toWorkspace = (item: Item): Workspace => Workspace.parse({ ...item, id: item.sk });

/** @param item the settings; undefined before their first change */
export function toPostalAddress(item: Item | undefined): string | null {
  return typeof item?.['postalAddress'] === 'string' ? item['postalAddress'] : null;
}
