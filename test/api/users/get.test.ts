import { expect, test } from 'vitest';
import { handler as get } from '../../../functions/users/get.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';

test('a user of any role can read a colleague', async () => {
  const { workspaceId } = await newWorkspace();
  const { userId: id, email } = await newUser(workspaceId);
  const cookie = await newCookie(await newUser(workspaceId, { role: 'viewer' }));
  const reply = await call(get, { method: 'GET', path: `/users/${id}`, params: { id }, cookie });

  expect(reply).toMatchObject({ status: 200, body: { id, email, name: 'Ada', role: 'owner' } });
  expect(reply.body.createdAt).toBe(reply.body.updatedAt);
});
