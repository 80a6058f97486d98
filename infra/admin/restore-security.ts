import { listRevokedKeys } from '#lib/api-keys/restored-keys.ts';
import { planKeyRevocation } from '#lib/api-keys/revoke.ts';
import { operatorPut } from '#lib/audit-log/record.ts';
import { listUserIds } from '#lib/auth/stored-user.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { planSenderRestoration } from '#lib/direct-emails/service-sender.ts';
import { planErasure } from '#lib/erasures/request.ts';
import { erasureRoutes } from '#lib/erasures/routes.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import { dynamoClient, type Services, services } from '#lib/runtime/services.ts';
import { dynamoTable } from '#lib/storage/dynamo-table.ts';
import type { Table } from '#lib/storage/table.ts';
import { planInvitationRemoval } from '#lib/users/invitations.ts';
import { listEndedInvitations } from '#lib/users/restored-invitations.ts';
import { planUserRestoration } from '#lib/users/restored-users.ts';
import { Problem } from '#lib/values/problem.ts';
import { planWebhookRestoration } from '#lib/webhooks/disable.ts';
import { readWebhooks } from '#lib/webhooks/read.ts';
import { listWorkspaces } from '#lib/workspaces/workspaces.ts';
import { type LostChange, readLostChanges, requireOlderState } from './lost-changes.ts';
import type { AdminOptions } from './options.ts';
import { restoreBlocklist } from './restore-blocklist.ts';

const command = 'restore-security';

/** A restored table, and the table that it was restored from. */
export interface Tables {
  readonly restored: Services;
  readonly live: Table;
}

/** Repeats a change in the restored table, with an audit entry. @returns the number of changes, 0 or 1 */
export type Repeat = (
  resourceId: string,
  plan: () => Promise<Omit<Change<unknown>, 'result'> | undefined>,
) => Promise<number>;

/** Acts on the table of the environment. `--from` is the table that it was restored from, which is only read. */
export function restoreSecurityCommand({ from = '' }: AdminOptions) {
  return restoreSecurity({ restored: services(), live: dynamoTable(dynamoClient(), from) });
}

/**
 * Ends in a restored table the access that ended in the live table since: revokes keys, removes users, restores the password,
 * role, sessions and reset token of others, deletes ended invitations, and disables webhooks that ended or have another secret or other `directingFields`. Also
 * takes over the sender setting, blocks addresses and erases contacts. Idempotent. Deleted workspaces are only reported.
 * @returns counts of changes, and counts of all other lost changes by operation
 * @throws Problem if the restored table has changes that the live table does not have
 */
export async function restoreSecurity({ restored, live }: Tables) {
  const liveIds = new Set((await listWorkspaces({ table: live })).map(({ id }) => id));
  const ids = (await listWorkspaces(restored)).map(({ id }) => id);
  const keptIds = ids.filter((id) => liveIds.has(id));
  for (const id of keptIds) await requireOlderState({ restored, live }, id, command);
  const workspaces: Awaited<ReturnType<typeof restoreWorkspace>>[] = [];
  for (const id of keptIds) workspaces.push(await restoreWorkspace({ restored, live }, id));

  return {
    workspaces,
    deletedWorkspaces: ids.filter((id) => !liveIds.has(id)),
    hasChangedSender: await restoreSender({ restored, live }),
  };
}

async function restoreSender({ restored, live }: Tables): Promise<boolean> {
  const change = await planSenderRestoration({ restored: restored.table, live });
  if (!change) return false;
  const { workspaceId, result } = change;
  const audit = operatorPut(workspaceId, command, result.emailAccountId, restored.now());
  await commit(restored, workspaceId, change, [audit]);

  return true;
}

async function restoreWorkspace(tables: Tables, workspaceId: string) {
  const { restored } = tables;
  const repeat: Repeat = (resourceId, plan) =>
    retryOnConflict(async () => {
      const change = await plan();
      if (!change || change.writes.length === 0) return 0;
      await commit(restored, workspaceId, change, [
        operatorPut(workspaceId, command, resourceId, restored.now()),
      ]);

      return 1;
    });
  const revokedKeys = await revokeKeys(tables, workspaceId, repeat);
  const users = await restoreUsers(tables, workspaceId, repeat);
  const deletedInvitations = await deleteInvitations(tables, workspaceId, repeat);
  const disabledWebhooks = await disableWebhooks(tables, workspaceId, repeat);
  // Before the erasures, which delete the addresses of contacts.
  const blocklistEntries = await restoreBlocklist(tables, workspaceId, repeat);
  const lostChanges = await readLostChanges(tables, workspaceId);
  const erasedContacts = await eraseContacts(tables, workspaceId, lostChanges, repeat);

  return {
    workspaceId,
    revokedKeys,
    ...users,
    deletedInvitations,
    disabledWebhooks,
    blocklistEntries,
    erasedContacts,
    lostChanges: countByOperation(lostChanges),
  };
}

async function revokeKeys({ restored, live }: Tables, workspaceId: string, repeat: Repeat): Promise<number> {
  let count = 0;
  for (const keyId of await listRevokedKeys(restored.table, live, workspaceId)) {
    // `keep`: a key that the revoked key created is in this list itself if it was revoked.
    count += await repeat(keyId, () => planKeyRevocation(restored, workspaceId, keyId, 'keep'));
  }

  return count;
}

async function restoreUsers({ restored, live }: Tables, workspaceId: string, repeat: Repeat) {
  const counts = { removedUsers: 0, updatedUsers: 0 };
  const tables = { restored: restored.table, live };
  for (const userId of await listUserIds(restored.table, workspaceId)) {
    let isRemoved = false;
    const count = await repeat(userId, async () => {
      const restoration = await planUserRestoration(tables, workspaceId, userId);
      isRemoved = restoration?.isRemoved === true;

      return restoration?.change;
    });
    counts[isRemoved ? 'removedUsers' : 'updatedUsers'] += count;
  }

  return counts;
}

async function deleteInvitations({ restored, live }: Tables, workspaceId: string, repeat: Repeat) {
  let count = 0;
  for (const id of await listEndedInvitations(restored.table, live, workspaceId))
    count += await repeat(id, async () => planInvitationRemoval(workspaceId, id));

  return count;
}

async function disableWebhooks({ restored, live }: Tables, workspaceId: string, repeat: Repeat) {
  let count = 0;
  const tables = { restored: restored.table, live };
  for (const { id } of await readWebhooks(restored.table, workspaceId)) {
    count += await repeat(id, () => planWebhookRestoration(tables, workspaceId, id, restored.now()));
  }

  return count;
}

const erasureOperation = `${erasureRoutes.create.method} ${erasureRoutes.create.path}`;

async function eraseContacts(
  { restored }: Tables,
  workspaceId: string,
  lostChanges: readonly LostChange[],
  repeat: Repeat,
): Promise<number> {
  let count = 0;
  for (const { operation, resourceId } of lostChanges) {
    if (operation !== erasureOperation || resourceId === undefined) continue;
    count += await repeat(resourceId, () =>
      planErasure(restored, workspaceId, resourceId).catch((error: unknown) => {
        // The contact was created after the restored time.
        if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined;
        throw error;
      }),
    );
  }

  return count;
}

/** For the operator, who may repeat others of these changes. */
function countByOperation(lostChanges: readonly LostChange[]): Record<string, number> {
  const groups = Map.groupBy(lostChanges, ({ operation }) => operation);

  return Object.fromEntries([...groups].map(([operation, list]) => [operation, list.length]));
}
