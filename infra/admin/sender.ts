import { operatorPut } from '#lib/audit-log/record.ts';
import { commit } from '#lib/commit/commit.ts';
import { planServiceSender } from '#lib/direct-emails/service-sender.ts';
import { services } from '#lib/runtime/services.ts';
import type { AdminOptions } from './options.ts';

/** Sets the mailbox that sends invitations, password resets and notices of all workspaces. */
export async function setSenderCommand(options: AdminOptions) {
  const { workspace: workspaceId = '', account: emailAccountId = '', dashboard: pagesUrl = '' } = options;
  const connected = services();
  const change = await planServiceSender(connected.table, { workspaceId, emailAccountId, pagesUrl });
  const audit = operatorPut(workspaceId, 'set-sender', emailAccountId, connected.now());
  await commit(connected, workspaceId, change, [audit]);

  return change.result;
}
