import * as z from 'zod/mini';
import {
  devicesOf,
  hashAddress,
  loginKey,
  resetAttributes,
  sessionsOf,
  UserCredential,
  userCredentialKey,
  usersIndex,
} from '#lib/auth/items.ts';
import type { User } from '#lib/auth/user.ts';
import type { Services } from '#lib/runtime/services.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Item, Key, Put, Table } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { invalidField, notFound } from '#lib/values/problem.ts';
import { Role } from '#lib/values/role.ts';

type TableService = Pick<Services, 'table'>;

/** An scrypt hash with its salt and parameters. */
const PasswordHash = z.object({
  salt: z.instanceof(Uint8Array),
  hash: z.instanceof(Uint8Array),
  cost: z.int(),
  blockSize: z.int(),
  parallelization: z.int(),
});
export type PasswordHash = z.infer<typeof PasswordHash>;

/** A user's login item, without its devices and its reset token. */
export const Login = z.object({
  userId: z.string(),
  workspaceId: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  role: Role,
  /** Undefined until the first change of name or role. */
  updatedAt: z.optional(z.string()),
  password: PasswordHash,
  passwordVersion: z.int(),
});
export type Login = z.infer<typeof Login>;

/** A user's two items as they were read. */
export interface UserItems {
  readonly login: Item;
  readonly credential: Item;
}

/** The items of a user without a session. The commit throws Problem 422 if the address belongs to a user already. */
export function userPuts(login: Login): Put[] {
  const { userId, workspaceId, role, passwordVersion } = login;
  const email = normaliseEmail(login.email);
  const addressHash = hashAddress(email);
  const indexed = { gsi4pk: usersIndex(workspaceId), gsi4sk: userId };
  const credential = { workspaceId, addressHash, role, email, passwordVersion, opened: 0 };

  return [
    {
      put: { ...loginKey(addressHash), ...login, ...indexed },
      if: { pk: 'absent' },
      otherwise: () => invalidField('email', 'unique', 'belongs to a user already'),
    },
    { put: { ...userCredentialKey(userId), ...credential }, if: { pk: 'absent' } },
  ];
}

/** The users of a workspace, for `queryPage`. The index has the keys of logins, by the ids of the users. */
export const usersOfWorkspace = (workspaceId: string) =>
  ({ index: 'gsi4', partitions: [usersIndex(workspaceId)] }) as const;

/** A user's items; undefined if the user does not exist. */
export async function findUserItems({ table }: TableService, userId: string): Promise<UserItems | undefined> {
  const credential = await table.get(userCredentialKey(userId));
  if (!credential) return undefined;
  const { addressHash } = UserCredential.parse(credential);
  const login = await table.get(loginKey(addressHash));

  return login && { login, credential };
}

/** @throws Problem 404 for a user of another workspace */
export async function getUserItems(
  services: TableService,
  workspaceId: string,
  userId: string,
): Promise<UserItems> {
  const items = await findUserItems(services, userId);
  if (!items || items.credential['workspaceId'] !== workspaceId) throw notFound();

  return items;
}

/** What gives access. The times of sessions and devices change with each use. */
export function accessOf({ login, credential }: UserItems) {
  const names = (pairs: readonly (readonly [string, number])[]) => pairs.map(([name]) => name).sort();

  return [
    ['role', 'passwordVersion', ...resetAttributes].map((name) => login[name]),
    ['role', 'ownerSince', 'passwordVersion'].map((name) => credential[name]),
    names(devicesOf(login)),
    names(sessionsOf(credential)),
  ];
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
  const item = await table.get(loginKey(hashAddress(normaliseEmail(email))));
  if (!item) throw invalidField('email', 'unknown', 'belongs to no user');
  const login = Login.parse(item);

  return { ...describeUser(login), workspaceId: login.workspaceId };
}

/** Eventually consistent for new users. */
export async function listUserIds(table: Table, workspaceId: string): Promise<string[]> {
  return (await readEntries(table, workspaceId)).map(({ gsi4sk }) => String(gsi4sk));
}

/**
 * The owners of a workspace, oldest first, with the keys of their logins. Eventually consistent for new users.
 * @param exceptId a user who is not read
 */
export async function listOwners(
  table: Table,
  workspaceId: string,
  exceptId?: string,
): Promise<{ readonly key: Key; readonly userId: string; readonly email: string }[]> {
  const entries = await readEntries(table, workspaceId);
  const keys = entries.filter(({ gsi4sk }) => gsi4sk !== exceptId).map(({ pk, sk }) => ({ pk, sk }));
  const logins = await table.getMany(keys);

  return logins
    .map((item) => ({ key: { pk: item.pk, sk: item.sk }, ...Login.parse(item) }))
    .filter(({ role }) => role === 'owner')
    .map(({ key, userId, email }) => ({ key, userId, email }))
    .sort((one, other) => (one.userId < other.userId ? -1 : 1));
}

function readEntries(table: Table, workspaceId: string): Promise<Item[]> {
  return Array.fromAsync(readItems(table, { index: 'gsi4', pk: usersIndex(workspaceId), limit: 100 }));
}
