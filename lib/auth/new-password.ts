import {
  devicesOf,
  hashAddress,
  Login,
  loginKey,
  type PasswordHash,
  resetAttributes,
  SessionsState,
  sessionsOf,
  userCredentialKey,
} from '#lib/auth/items.ts';
import type { User } from '#lib/auth/user.ts';
import { describeUser } from '#lib/auth/users.ts';
import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Condition, Item, Write } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { invalidField } from '#lib/values/problem.ts';

/** A user's two items as they were read. */
export interface UserItems {
  readonly login: Item;
  readonly credential: Item;
}

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
      // The version that this item had: the credential may have been read after a concurrent change.
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

/**
 * Sets the password of the user with an address, as an operator.
 * @throws Problem when no user has the address
 */
export async function planPassword(
  { table }: Pick<Services, 'table'>,
  email: string,
  password: PasswordHash,
): Promise<Change<User> & { readonly workspaceId: string }> {
  const items = await readUserItems({ table }, hashAddress(normaliseEmail(email)));
  if (!items) throw invalidField('email', 'unknown', 'belongs to no user');
  const login = Login.parse(items.login);

  return {
    workspaceId: login.workspaceId,
    writes: passwordWrites(items, password),
    result: describeUser(login),
  };
}

/** A user's items; undefined if the user does not exist. Strongly consistent. @param addressHash see `hashAddress` */
export async function readUserItems(
  { table }: Pick<Services, 'table'>,
  addressHash: string,
): Promise<UserItems | undefined> {
  const login = await table.get(loginKey(addressHash), { consistent: true });
  if (!login) return undefined;
  const credential = await table.get(userCredentialKey(Login.parse(login).userId), { consistent: true });

  return credential && { login, credential };
}
