import type { Item, Key } from '#lib/storage/table.ts';
import { Workspace } from '#lib/workspaces/workspace.ts';

/*
 * | access pattern                | how                                    |
 * |-------------------------------|----------------------------------------|
 * | get by id                     | GetItem WORKSPACES, <id>               |
 * | all workspaces, oldest first  | Query WORKSPACES                       |
 *
 * Only operators read and write these items.
 */
export const workspacesPartition = 'WORKSPACES';

export const workspaceKey = (workspaceId: string): Key => ({ pk: workspacesPartition, sk: workspaceId });

export const toWorkspace = (item: Item): Workspace => Workspace.parse({ ...item, id: item.sk });
