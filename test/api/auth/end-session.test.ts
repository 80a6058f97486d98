import { expect, test } from 'vitest';
import { handler as end } from '../../../functions/auth/end-session.ts';
import { handler as session } from '../../../functions/auth/session.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { newCookie, newUser, sessionIdOf } from '../../support/users.ts';
import { expectProblem } from '../support/subject.ts';

const endAs = (cookie: string, id: string) =>
  call(end, { method: 'DELETE', path: `/auth/sessions/${id}`, params: { id }, cookie });
const show = async (cookie: string) =>
  (await call(session, { method: 'GET', path: '/auth/session', cookie })).status;

test('a user of any role ends one session, effective from the next request', async () => {
  const user = await newUser((await newWorkspace()).workspaceId, { role: 'viewer' });
  const [mine, lost, other] = [await newCookie(user), await newCookie(user), await newCookie(user)];
  const reply = await endAs(mine, sessionIdOf(lost));

  expect(reply.status).toBe(204);
  expect([await show(mine), await show(lost), await show(other)]).toEqual([200, 401, 200]);
  expectProblem(await endAs(mine, sessionIdOf(lost)), 404, 'NOT_FOUND');
});

test('sessions of other users cannot be ended', async () => {
  const { workspaceId } = await newWorkspace();
  const [mine, theirs] = [
    await newCookie(await newUser(workspaceId)),
    await newCookie(await newUser(workspaceId)),
  ];

  expectProblem(await endAs(mine, sessionIdOf(theirs)), 404, 'NOT_FOUND');
  expect(await show(theirs)).toBe(200);
});

test.each(['ses_x', 'passwordVersion', 'ses_passwordVersion', '__proto__', `ses_${'A'.repeat(32)}`])(
  'the malformed id %s returns 404 and changes nothing',
  async (id) => {
    const mine = await newCookie(await newUser((await newWorkspace()).workspaceId));

    expectProblem(await endAs(mine, id), 404, 'NOT_FOUND');
    expect(await show(mine)).toBe(200);
  },
);
