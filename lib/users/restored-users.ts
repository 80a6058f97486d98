import { isDeepStrictEqual } from 'node:util';
import { accessOf, findUserItems } from '#lib/auth/stored-user.ts';
import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Table } from '#lib/storage/table.ts';
import { planRemovalOfAnyUser } from '#lib/users/users.ts';

/**
 * Gives a user of a restored table the state of the live table: password, role, open sessions, known devices and reset token.
 * A user that the live table does not have is removed, also the last owner. Idempotent.
 * @returns undefined if the state is the same
 */
export async function planUserRestoration(
  { restored, live }: { readonly restored: Table; readonly live: Table },
  workspaceId: string,
  userId: string,
): Promise<{ readonly isRemoved: boolean; readonly change: Change<unknown> } | undefined> {
  const [before, current] = await Promise.all([
    findUserItems({ table: restored }, userId),
    findUserItems({ table: live }, userId),
  ]);
  if (!before) return undefined;
  if (!current) {
    const change = await planRemovalOfAnyUser({ table: restored }, workspaceId, userId);

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
