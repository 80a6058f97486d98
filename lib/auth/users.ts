import {
  hashAddress,
  Login,
  loginKey,
  type PasswordHash,
  userCountKey,
  userCredentialKey,
  usersIndex,
} from '#lib/auth/items.ts';
import type { NewUser, User } from '#lib/auth/user.ts';
import type { Change } from '#lib/commit/change.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';

/** Maximum users of a workspace. Each user has a rate window, so a workspace's share of the service grows with its users. */
export const usersMax = 100;

/**
 * Plans a user without a session. A user belongs to one workspace, and an address to one user across all workspaces. The
 * condition of the counter enforces the limit, even for concurrent requests. Users that are older than the counter are not
 * counted. The commit throws Problem 422 if the address belongs to a user, or if the workspace has `usersMax` users.
 */
export function planUser(
  { now }: Pick<Services, 'now'>,
  workspaceId: string,
  { email, name, role }: Pick<NewUser, 'email' | 'name' | 'role'>,
  password: PasswordHash,
): Change<User> {
  const userId = newId('usr', now());
  const address = normaliseEmail(email);
  const addressHash = hashAddress(address);
  const createdAt = timestamp(now());
  const login: Login = { userId, workspaceId, email, name, role, password, passwordVersion: 1 };

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
        put: {
          ...userCredentialKey(userId),
          workspaceId,
          addressHash,
          role,
          email: address,
          passwordVersion: 1,
          opened: 0,
        },
        if: { pk: 'absent' },
      },
    ],
    result: { id: userId, email, name, role },
  };
}

/** The user's representation in the API. */
export function describeUser({ userId, email, name, role }: Login): User {
  return { id: userId, email, name, role };
}

/** The workspace of the user with an address; undefined if no user has it. */
export async function findUserWorkspace(
  table: Pick<Table, 'get'>,
  email: string,
): Promise<string | undefined> {
  const item = await table.get(loginKey(hashAddress(normaliseEmail(email))));

  return item && Login.parse(item).workspaceId;
}

/** @throws Problem if no user has the address */
export async function findUser(
  table: Pick<Table, 'get'>,
  email: string,
): Promise<User & { readonly workspaceId: string }> {
  const item = await table.get(loginKey(hashAddress(normaliseEmail(email))), { consistent: true });
  if (!item) throw invalidField('email', 'unknown', 'belongs to no user');
  const login = Login.parse(item);

  return { ...describeUser(login), workspaceId: login.workspaceId };
}

/** Ids of a workspace's users, with the hashes of their addresses. */
export async function listUserAddresses(table: Table, workspaceId: string) {
  const { items } = await table.query({ index: 'gsi4', pk: usersIndex(workspaceId), limit: usersMax });

  return items.map(({ pk, gsi4sk }) => ({ userId: String(gsi4sk), addressHash: pk.slice('LOGIN#'.length) }));
}

/** The owners of a workspace, oldest first. Eventually consistent for new users. */
export async function listOwners(
  table: Table,
  workspaceId: string,
): Promise<{ readonly userId: string; readonly email: string }[]> {
  const { items } = await table.query({ index: 'gsi4', pk: usersIndex(workspaceId), limit: usersMax });
  const keys = items.map(({ pk, sk }) => ({ pk, sk }));
  const logins = await table.getMany(keys, { consistent: true });

  return logins
    .map((item) => Login.parse(item))
    .filter(({ role }) => role === 'owner')
    .map(({ userId, email }) => ({ userId, email }))
    .sort((one, other) => (one.userId < other.userId ? -1 : 1));
}
