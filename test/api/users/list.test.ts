import { expect, test } from 'vitest';
import { handler as list } from '../../../functions/users/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { newUser } from '../../support/users.ts';

test('lists the users of the workspace with their roles, newest first, without passwords', async () => {
  const [{ workspaceId, apiKey }, other] = [await newWorkspace(), await newWorkspace()];
  const owner = await newUser(workspaceId);
  const viewer = await newUser(workspaceId, { role: 'viewer' });
  await newUser(other.workspaceId);
  const reply = await call(list, { method: 'GET', path: '/users', apiKey });

  expect(reply.body).toEqual({
    data: [
      expect.objectContaining({ id: viewer.userId, email: viewer.email, name: 'Ada', role: 'viewer' }),
      expect.objectContaining({ id: owner.userId, email: owner.email, name: 'Ada', role: 'owner' }),
    ],
    nextCursor: null,
    hasMore: false,
  });
  expect(reply.text).not.toMatch(/password"|hash|salt/i);
});

test('returns pages', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const users = [await newUser(workspaceId), await newUser(workspaceId), await newUser(workspaceId)];
  const page = (query: Record<string, string>) =>
    call(list, { method: 'GET', path: '/users', query, apiKey });
  const first = await page({ limit: '2' });
  const second = await page({ limit: '2', cursor: first.body.nextCursor });

  expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(
    users.map(({ userId }) => userId).reverse(),
  );
  expect(second.body.hasMore).toBe(false);
});
