import { expect, test } from 'vitest';
import { handler as endOthers } from '../../../functions/auth/end-other-sessions.ts';
import { handler as session } from '../../../functions/auth/session.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';

test('ends all sessions of the user except this one', async () => {
  const { workspaceId } = await newWorkspace();
  const [user, colleague] = [await newUser(workspaceId), await newUser(workspaceId)];
  const others = [await newCookie(user), await newCookie(user)];
  const [mine, theirs] = [await newCookie(user), await newCookie(colleague)];
  const end = () => call(endOthers, { method: 'DELETE', path: '/auth/sessions', cookie: mine });
  const show = async (cookie: string) =>
    (await call(session, { method: 'GET', path: '/auth/session', cookie })).status;

  expect((await end()).status).toBe(204);
  expect(await Promise.all([mine, theirs, ...others].map(show))).toEqual([200, 200, 401, 401]);
  expect((await end()).status).toBe(204);
});
