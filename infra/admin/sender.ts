import { hasApiKeys } from '#lib/api-keys/restored-keys.ts';
import { operatorPut } from '#lib/audit-log/record.ts';
import { listUserAddresses } from '#lib/auth/restored-users.ts';
import { commit } from '#lib/commit/commit.ts';
import { planServiceSender } from '#lib/direct-emails/service-sender.ts';
import { services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';
import type { AdminOptions } from './options.ts';

/** Sets the mailbox that sends invitations, password resets and notices of all workspaces. */
export async function setSenderCommand(options: AdminOptions) {
  const { workspace: workspaceId = '', account: emailAccountId = '', dashboard: pagesUrl = '' } = options;
  const connected = services();
  await requireNoAccess(connected.table, workspaceId);
  const change = await planServiceSender(connected.table, { workspaceId, emailAccountId, pagesUrl });
  const audit = operatorPut(workspaceId, 'set-sender', emailAccountId, connected.now());
  await commit(connected, workspaceId, change, [audit]);

  return change.result;
}

/** @throws Problem 422 if the workspace has users or API keys that are not revoked */
async function requireNoAccess(table: Table, workspaceId: string): Promise<void> {
  const users = await listUserAddresses(table, workspaceId);
  if (users.length === 0 && !(await hasApiKeys(table, workspaceId))) return;
  throw invalidField(
    'workspace',
    'state',
    'has users or API keys, which could read the tokens of all workspaces',
  );
}
