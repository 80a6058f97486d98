import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { planApiKey } from '#lib/api-keys/api-keys.ts';
import { operatorPut } from '#lib/audit-log/record.ts';
import { commit } from '#lib/commit/commit.ts';
import { deleteWorkspace, deletionWaits, requestEndSeconds } from '#lib/maintenance/delete-workspace.ts';
import { type Services, services } from '#lib/runtime/services.ts';
import { Problem } from '#lib/values/problem.ts';
import type { Workspace } from '#lib/workspaces/workspace.ts';
import {
  createWorkspace,
  listWorkspaces,
  readWorkspace,
  renameWorkspace,
} from '#lib/workspaces/workspaces.ts';
import type { AdminOptions } from './options.ts';

export function createWorkspaceCommand({ name = '' }: AdminOptions): Promise<Workspace> {
  return createWorkspace(services(), name);
}

export async function listWorkspacesCommand() {
  return { workspaces: await listWorkspaces(services()) };
}

export function renameWorkspaceCommand({ workspace = '', name = '' }: AdminOptions): Promise<Workspace> {
  return renameWorkspace(services(), workspace, name);
}

/** Without `--yes`, deletes nothing and fails with a message that describes the workspace. */
export async function deleteWorkspaceCommand({ workspace = '', yes = false }: AdminOptions) {
  const { id, name } = await readWorkspace(services(), workspace);
  if (!yes) {
    const description = `the workspace ${id} (${name}) with all of its contacts, campaigns, accounts, keys and users`;
    throw new Problem(
      'VALIDATION_ERROR',
      `This deletes ${description} and cannot be undone. Repeat the command with --yes.`,
    );
  }

  const writes = await deleteWorkspace(services(), id, {
    waitForRequestsEnd: () => {
      process.stderr.write(`Waiting ${requestEndSeconds} s for requests in flight …\n`);

      return deletionWaits.waitForRequestsEnd();
    },
  });

  return { workspaceId: id, writes };
}

export async function createApiKeyCommand({ workspace = '', name, scope }: AdminOptions) {
  return issueApiKey(services(), workspace, NewApiKey.parse({ name, scope }, { reportInput: true }));
}

/** Creates an API key, which is returned once. */
export async function issueApiKey(connected: Services, workspaceId: string, input: NewApiKey) {
  const change = planApiKey(connected, { workspaceId, id: 'operator' }, input);
  await commit(connected, workspaceId, change, [
    operatorPut(workspaceId, 'create-api-key', change.result.id, connected.now()),
  ]);

  return change.result;
}
