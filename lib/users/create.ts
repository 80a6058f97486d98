import { describeUser, type PasswordHash, userPuts } from '#lib/auth/stored-user.ts';
import type { User } from '#lib/auth/user.ts';
import type { Change } from '#lib/commit/change.ts';
import type { Services } from '#lib/runtime/services.ts';
import { userCountKey } from '#lib/users/items.ts';
import { newId } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';

/** Maximum users of a workspace. Each user has a rate window, so a workspace's share of the service grows with its users. */
export const usersMax = 100;

/**
 * Plans a user without a session. A user belongs to one workspace, and an address to one user across all workspaces. The
 * condition of the counter enforces the limit, even for concurrent requests. The commit throws Problem 422 if the address
 * belongs to a user, or if the workspace has `usersMax` users.
 */
export function planUser(
  { now }: Pick<Services, 'now'>,
  workspaceId: string,
  { email, name, role }: Pick<User, 'email' | 'name' | 'role'>,
  password: PasswordHash,
): Change<User> {
  const login = { userId: newId('usr', now()), workspaceId, email, name, role, password, passwordVersion: 1 };

  return {
    writes: [
      {
        update: userCountKey(workspaceId),
        add: { users: 1 },
        if: [{ users: 'absent' }, { users: { below: usersMax } }],
        otherwise: () => invalidField('', 'count', `a workspace has at most ${usersMax} users`),
      },
      ...userPuts(login),
    ],
    result: describeUser(login),
  };
}
