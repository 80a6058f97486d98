import { isDeepStrictEqual } from 'node:util';
import { devicesOf, Login, resetAttributes, sessionsOf } from '#lib/auth/items.ts';
import { readUserItems, type UserItems } from '#lib/auth/new-password.ts';
import { planUserRemoval } from '#lib/auth/workspace-users.ts';
import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Table } from '#lib/storage/table.ts';

/**
 * Gives a user of a restored table the state of the live table: password, role, open sessions, known devices and reset token.
 * A user that the live table does not have is removed, also the last owner. Idempotent.
 * @returns undefined if the state is the same
 */
export async function planUserRestoration(
  { restored, live }: { readonly restored: Table; readonly live: Table },
  workspaceId: string,
  { userId, addressHash }: { readonly userId: string; readonly addressHash: string },
): Promise<{ readonly isRemoved: boolean; readonly change: Change<undefined> } | undefined> {
  const [before, current] = await Promise.all([
    readUserItems({ table: restored }, addressHash),
    readUserItems({ table: live }, addressHash),
  ]);
  if (!before || Login.parse(before.login).userId !== userId) return undefined;
  if (!current || Login.parse(current.login).userId !== userId) {
    const change = await planUserRemoval({ table: restored }, workspaceId, userId, { keepsOwner: false });

    return { isRemoved: true, change };
  }
  if (isDeepStrictEqual(accessOf(before), accessOf(current))) return undefined;
  const { passwordVersion } = before.login;
  const unchanged = {
    if: { passwordVersion: { is: Number(passwordVersion) } },
    otherwise: () => new StaleDecision('the password changed concurrently'),
  };
  const writes = [
    { put: current.login, ...unchanged },
    { put: current.credential, ...unchanged },
  ];

  return { isRemoved: false, change: { writes, result: undefined } };
}

/** What gives access. The times of sessions and devices change with each use. */
function accessOf({ login, credential }: UserItems) {
  const names = (pairs: readonly (readonly [string, number])[]) => pairs.map(([name]) => name).sort();

  return [
    ['role', 'passwordVersion', ...resetAttributes].map((name) => login[name]),
    ['role', 'ownerSince', 'passwordVersion'].map((name) => credential[name]),
    names(devicesOf(login)),
    names(sessionsOf(credential)),
  ];
}
