import { Login, usersIndex } from '#lib/auth/items.ts';
import { usersMax } from '#lib/auth/users.ts';
import type { Table } from '#lib/storage/table.ts';

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
