import { hasApiKeys } from '#lib/api-keys/api-keys.ts';
import { operatorPut } from '#lib/audit-log/record.ts';
import { listUserIds } from '#lib/auth/stored-user.ts';
import { commit } from '#lib/commit/commit.ts';
import { planServiceSender } from '#lib/direct-emails/service-sender.ts';
import { services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';
import type { AdminOptions } from './options.ts';

/** Sets the mailbox that sends invitations, password resets and notices of all workspaces. */
export async function setSenderCommand(options: AdminOptions) {
  const { workspace: workspaceId = '', account: emailAccountId = '', dashboard = '' } = options;
  const { table, now } = services();
  await requireNoUsersOrKeys(table, workspaceId);
  const setting = { workspaceId, emailAccountId, pagesUrl: dashboard };
  const change = await planServiceSender(table, setting);
  const audit = operatorPut(workspaceId, 'set-sender', emailAccountId, now());
  await commit({ table, now }, workspaceId, change, [audit]);

  return change.result;
}

/** @throws Problem 422 if the workspace has users or API keys that are not revoked */
async function requireNoUsersOrKeys(table: Table, workspaceId: string): Promise<void> {
  const users = await listUserIds(table, workspaceId);
  if (users.length === 0 && !(await hasApiKeys(table, workspaceId))) return;
  throw invalidField(
    'workspace',
    'state',
    'has users or API keys, which could read the tokens of all workspaces',
  );
}
