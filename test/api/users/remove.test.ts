import { beforeEach, describe, expect, test } from 'vitest';
import { userCredentialKey } from '#lib/auth/items.ts';
import { userCountKey } from '#lib/users/items.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as session } from '../../../functions/auth/session.ts';
import { handler as remove } from '../../../functions/users/remove.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { readStoredItems } from '../../support/stored-items.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';

let workspace: Workspace;
let owner: TestUser;

const removeUser = (id: string, credential: { apiKey?: string; cookie?: string } = workspace) =>
  call(remove, { method: 'DELETE', path: `/users/${id}`, params: { id }, ...credential });
const usersOf = async ({ workspaceId }: Workspace) =>
  (await connected().table.get(userCountKey(workspaceId)))?.['users'];

beforeEach(async () => {
  workspace = await newWorkspace();
  owner = await newUser(workspace.workspaceId);
});

test('a removed user has no session and no login, and the address can be used again', async () => {
  const { userId, email, password } = await newUser(workspace.workspaceId, { role: 'member' });
  const cookie = await newCookie({ ...owner, userId });
  const reply = await removeUser(userId, { cookie: await newCookie(owner) });
  const show = await call(session, { method: 'GET', path: '/auth/session', cookie });
  const again = await call(login, {
    method: 'POST',
    path: '/auth/login',
    body: { email, password },
    sourceIp: uniqueSourceAddress(),
  });

  expect(reply.status).toBe(204);
  expect([show.status, again.status]).toEqual([401, 401]);
  expect(await readStoredItems(userCredentialKey(userId).pk)).toEqual([]);
  expect(await usersOf(workspace)).toBe(1);
  await newUser((await newWorkspace()).workspaceId, { email });
});

test('removing a user twice returns 404 and counts once', async () => {
  const { userId } = await newUser(workspace.workspaceId);
  const replies = await Promise.all(Array.from({ length: 4 }, () => removeUser(userId)));

  expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
  expect(await usersOf(workspace)).toBe(1);
});

describe('the last owner', () => {
  test('cannot be removed', async () => {
    await newUser(workspace.workspaceId, { role: 'member' });
    const reply = await removeUser(owner.userId, { cookie: await newCookie(owner) });

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(reply.body.error.details).toMatchObject([{ rule: 'last_owner' }]);
  });

  test('remains when two owners remove each other at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { workspaceId } = await newWorkspace();
      const [one, other] = [await newUser(workspaceId), await newUser(workspaceId)];
      const [ownCookie, otherCookie] = [await newCookie(one), await newCookie(other)];
      const statuses = (
        await Promise.all([
          removeUser(other.userId, { cookie: ownCookie }),
          removeUser(one.userId, { cookie: otherCookie }),
        ])
      ).map(({ status }) => status);

      // The loser is rejected, because it is the last owner or because its session has ended.
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
      expect([401, 422]).toContain(statuses.find((status) => status !== 204));
    }
  });
});
