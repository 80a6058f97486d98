import {
  devicesOf,
  hashAddress,
  Login,
  loginKey,
  type PasswordHash,
  SessionsState,
  sessionsOf,
  userCountKey,
  userCredentialKey,
  usersIndex,
} from '#lib/auth/items.ts';
import type { NewUser, User } from '#lib/auth/user.ts';
import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';

/** Each user has a rate window, so a workspace's share of the service grows with its users. */
export const usersMax = 100;

/**
 * A user belongs to one workspace, and an address to one user across all workspaces. The write's condition enforces the
 * limit, even for concurrent requests. Users that are older than the counter are not counted.
 */
export function planUser(
  { now }: Pick<Services, 'now'>,
  workspaceId: string,
  { email, name }: Pick<NewUser, 'email' | 'name'>,
  password: PasswordHash,
): Change<User> {
  const userId = newId('usr', now());
  const addressHash = hashAddress(normaliseEmail(email));
  const createdAt = timestamp(now());
  const login: Login = { userId, workspaceId, email, name, password, passwordVersion: 1 };

  return {
    writes: [
      {
        update: userCountKey(workspaceId),
        add: { users: 1 },
        if: [{ users: 'absent' }, { users: { below: usersMax } }],
        otherwise: () => invalidField('', 'count', `a workspace has at most ${usersMax} users`),
      },
      {
        put: {
          ...loginKey(addressHash),
          ...login,
          createdAt,
          gsi4pk: usersIndex(workspaceId),
          gsi4sk: userId,
        },
        if: { pk: 'absent' },
        otherwise: () => invalidField('email', 'unique', 'belongs to a user already'),
      },
      {
        put: { ...userCredentialKey(userId), workspaceId, addressHash, passwordVersion: 1, opened: 0 },
        if: { pk: 'absent' },
      },
    ],
    result: { id: userId, email, name },
  };
}

/**
 * Changes a password, ends all of the user's sessions and deletes their devices, because the old password may have been
 * compromised.
 * @throws Problem when no user has the address
 */
export async function planPassword(
  { table }: Services,
  email: string,
  password: PasswordHash,
): Promise<Change<User> & { readonly workspaceId: string }> {
  const addressHash = hashAddress(normaliseEmail(email));
  const item = await table.get(loginKey(addressHash), { consistent: true });
  if (!item) throw invalidField('email', 'unknown', 'belongs to no user');
  const login = Login.parse(item);
  const credential = await table.get(userCredentialKey(login.userId), { consistent: true });
  const { opened, passwordVersion } = SessionsState.parse(credential);
  const next = passwordVersion + 1;
  const stale = () => new StaleDecision('the user logged in concurrently');

  return {
    workspaceId: login.workspaceId,
    writes: [
      {
        update: loginKey(addressHash),
        set: { password, passwordVersion: next },
        remove: devicesOf(item).map(([attribute]) => attribute),
        if: { passwordVersion: { is: passwordVersion } },
        otherwise: stale,
      },
      {
        update: userCredentialKey(login.userId),
        set: { passwordVersion: next, opened: opened + 1 },
        remove: credential ? sessionsOf(credential).map(([attribute]) => attribute) : [],
        if: { opened: { is: opened }, passwordVersion: { is: passwordVersion } },
        otherwise: stale,
      },
    ],
    result: { id: login.userId, email: login.email, name: login.name },
  };
}

/** The workspace of the user with an address; undefined if no user has it. */
export async function findUserWorkspace(
  table: Pick<Table, 'get'>,
  email: string,
): Promise<string | undefined> {
  const item = await table.get(loginKey(hashAddress(normaliseEmail(email))));

  return item && Login.parse(item).workspaceId;
}

/** Users that are older than the counter are not counted. */
export async function hasUsers(table: Pick<Table, 'get'>, workspaceId: string): Promise<boolean> {
  return (await table.get(userCountKey(workspaceId), { consistent: true })) !== undefined;
}
