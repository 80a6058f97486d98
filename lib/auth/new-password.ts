import { devicesOf, resetAttributes, SessionsState, sessionsOf } from '#lib/auth/items.ts';
import {
  describeUser,
  getUserItems,
  Login,
  type PasswordHash,
  type UserItems,
} from '#lib/auth/stored-user.ts';
import type { User } from '#lib/auth/user.ts';
import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Condition, Write } from '#lib/storage/table.ts';

/** The session and the device of the request, which stay valid. */
export interface KeptAttributes {
  readonly session?: string | undefined;
  readonly device?: string | undefined;
}

/**
 * The writes that change a password, end the user's sessions and invalidate a reset token. They also delete the devices,
 * because the old password may have been compromised. The transaction fails if another change happened between the reads of
 * the two items.
 * @param loginCondition also required of the login item
 */
export function passwordWrites(
  { login, credential }: UserItems,
  password: PasswordHash,
  kept: KeptAttributes = {},
  loginCondition: Condition = {},
): Write[] {
  const { opened, passwordVersion } = SessionsState.parse(credential);
  const nextVersion = passwordVersion + 1;
  const otherwise = () => new StaleDecision('the user logged in or was removed concurrently');
  const attributesToRemove = (pairs: readonly (readonly [string, number])[], keptName: string | undefined) =>
    pairs.map(([name]) => name).filter((name) => name !== keptName);

  return [
    {
      update: { pk: login.pk, sk: login.sk },
      set: { password, passwordVersion: nextVersion },
      remove: [...attributesToRemove(devicesOf(login), kept.device), ...resetAttributes],
      // The version that this item had: a concurrent change may have been between the reads.
      if: { ...loginCondition, passwordVersion: { is: Login.parse(login).passwordVersion } },
      otherwise,
    },
    {
      update: { pk: credential.pk, sk: credential.sk },
      // Incrementing `opened` makes a concurrent login conflict.
      set: { passwordVersion: nextVersion, opened: opened + 1 },
      remove: attributesToRemove(sessionsOf(credential), kept.session),
      if: { opened: { is: opened }, passwordVersion: { is: passwordVersion } },
      otherwise,
    },
  ];
}

/** Sets the password of a user, as an operator. @throws Problem 404 */
export async function planPassword(
  services: Pick<Services, 'table'>,
  workspaceId: string,
  userId: string,
  password: PasswordHash,
): Promise<Change<User>> {
  const items = await getUserItems(services, workspaceId, userId);

  return { writes: passwordWrites(items, password), result: describeUser(Login.parse(items.login)) };
}
