import type { Services } from '#lib/runtime/services.ts';
import { readItems } from '#lib/storage/read-all.ts';
import { ConditionFailed, type Table, type Update } from '#lib/storage/table.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { invalidField, Problem } from '#lib/values/problem.ts';
import { toWorkspace, workspaceKey, workspacesPartition } from '#lib/workspaces/items.ts';
import { type Workspace, WorkspaceId, WorkspaceName } from '#lib/workspaces/workspace.ts';

export async function createWorkspace({ table, now }: Services, name: string): Promise<Workspace> {
  const at = now();
  const id = newId('wsp', at);
  const attributes = { name: parseName(name), status: 'active', createdAt: timestamp(at) } as const;
  await table.transact([{ put: { ...workspaceKey(id), ...attributes }, if: { pk: 'absent' } }]);

  return { id, ...attributes };
}

/** Oldest first. */
export async function listWorkspaces({ table }: Pick<Services, 'table'>): Promise<Workspace[]> {
  const items = readItems(table, { pk: workspacesPartition, limit: 100 });

  return Array.fromAsync(items, toWorkspace);
}

/** @throws Problem when the id is malformed or the workspace does not exist */
export async function readWorkspace({ table }: Pick<Services, 'table'>, id: string): Promise<Workspace> {
  requireId(id);
  const item = await table.get(workspaceKey(id));
  if (!item) throw unknownWorkspace(id);

  return toWorkspace(item);
}

export async function hasWorkspace({ table }: Pick<Services, 'table'>, id: string): Promise<boolean> {
  return (await table.get(workspaceKey(id))) !== undefined;
}

/** Null for a workspace that an operator has deleted. */
export async function findWorkspaceName(table: Table, workspaceId: string): Promise<string | null> {
  const item = await table.get(workspaceKey(workspaceId));

  return item ? toWorkspace(item).name : null;
}

/** As `readWorkspace`. @throws Problem also when the workspace is being deleted */
export async function requireWorkspace(services: Pick<Services, 'table'>, id: string): Promise<Workspace> {
  const workspace = await readWorkspace(services, id);
  if (workspace.status === 'deleting') {
    throw new Problem('VALIDATION_ERROR', `the workspace ${id} is being deleted`);
  }

  return workspace;
}

export async function renameWorkspace(services: Services, id: string, name: string): Promise<Workspace> {
  requireId(id);

  return updateWorkspace(services, id, { name: parseName(name) });
}

/** Marks a workspace, so that operator commands reject it from now on. Idempotent. */
export async function markAsDeleting(services: Services, id: string): Promise<Workspace> {
  return updateWorkspace(services, id, { status: 'deleting' });
}

/** The last step of a deletion. */
export async function removeWorkspace({ table }: Services, id: string): Promise<void> {
  await table.transact([{ delete: workspaceKey(id) }]);
}

async function updateWorkspace({ table }: Services, id: string, set: Update['set'] & object) {
  try {
    return toWorkspace(await table.update({ update: workspaceKey(id), set, if: { pk: 'present' } }));
  } catch (error) {
    if (error instanceof ConditionFailed) throw unknownWorkspace(id);
    throw error;
  }
}

function parseName(name: string): string {
  const parsed = WorkspaceName.safeParse(name);
  if (!parsed.success) throw invalidField('name', 'too_small', 'must have 1 to 100 characters');

  return parsed.data;
}

function requireId(id: string): void {
  if (WorkspaceId.safeParse(id).success) return;
  throw new Problem(
    'VALIDATION_ERROR',
    `"${id}" is not the id of a workspace: ids have the form wsp_01ARZ3NDEKTSV4RRFFQ69G5FAV. Run list-workspaces to list them.`,
  );
}

function unknownWorkspace(id: string): Problem {
  return new Problem(
    'NOT_FOUND',
    `the workspace ${id} does not exist. Run list-workspaces to list workspaces, or create-workspace to create one.`,
  );
}
