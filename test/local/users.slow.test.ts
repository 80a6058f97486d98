import { expect, test } from 'vitest';
import { usersMax } from '#lib/users/create.ts';
import { userCountKey } from '#lib/users/items.ts';
import { createUser } from '../../infra/admin/users.ts';
import { connected, newWorkspace } from '../support/stack.ts';
import { newUser } from '../support/users.ts';

test('a workspace has at most 100 users, even when users are created concurrently', async () => {
  const [{ workspaceId }, other] = [await newWorkspace(), await newWorkspace()];
  await newUser(workspaceId);
  // Simulates 97 more users.
  await connected().table.update({ update: userCountKey(workspaceId), set: { users: usersMax - 2 } });
  const created = await Promise.allSettled(Array.from({ length: 8 }, () => newUser(workspaceId)));
  const refused = created.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));

  expect(usersMax).toBe(100);
  expect(refused).toHaveLength(6);
  for (const problem of refused) {
    expect(problem).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'a workspace has at most 100 users',
      details: [{ path: '', rule: 'count' }],
    });
  }
  await newUser(other.workspaceId);
});

test('the operator creates users with a role, and owners by default', async () => {
  const { workspaceId } = await newWorkspace();
  const input = (email: string, role?: string) => ({ email, role, name: 'Ada', password: 'a long password' });
  const create = (role?: string) =>
    createUser(connected(), workspaceId, input(`role-${role}-${Date.now()}@example.com`, role));

  expect(await create()).toMatchObject({ role: 'owner' });
  expect(await create('viewer')).toMatchObject({ role: 'viewer' });
  await expect(create('root')).rejects.toMatchObject({ details: [{ path: 'role', rule: 'invalid_value' }] });
});
