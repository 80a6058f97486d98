import { describe, expect, test } from 'vitest';
import { handler as changePassword } from '../../../functions/auth/change-password.ts';
import { handler as endOthers } from '../../../functions/auth/end-other-sessions.ts';
import { handler as end } from '../../../functions/auth/end-session.ts';
import { handler as logout } from '../../../functions/auth/logout.ts';
import { handler as session } from '../../../functions/auth/session.ts';
import { call, type TestReply } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { newCookie, newUser, sessionIdOf, type TestUser } from '../../support/users.ts';
import { uniqueSourceAddress } from '../support/subject.ts';

type End = (ended: string, other: string, user: TestUser) => Promise<TestReply>;

const show = (cookie: string) =>
  call(session, { method: 'GET', path: '/auth/session', cookie, sourceIp: uniqueSourceAddress() });
const endById = (cookie: string, id: string) =>
  call(end, { method: 'DELETE', path: `/auth/sessions/${id}`, params: { id }, cookie });
const body = (user: TestUser) => ({ currentPassword: user.password, newPassword: `${user.password}!` });

const ends: Record<string, End> = {
  logout: (cookie) => call(logout, { method: 'POST', path: '/auth/logout', cookie }),
  'its own request': (cookie) => endById(cookie, sessionIdOf(cookie)),
  'the request of another session': (ended, cookie) => endById(cookie, sessionIdOf(ended)),
  'the end of all other sessions': (_, cookie) =>
    call(endOthers, { method: 'DELETE', path: '/auth/sessions', cookie }),
  'a new password': (_, cookie, user) =>
    call(changePassword, { method: 'POST', path: '/auth/password', body: body(user), cookie }),
};

describe.each(Object.entries(ends))('a session that %s ended', (_, endSession) => {
  test('does not use the rate limit of its user', async () => {
    const user = await newUser((await newWorkspace()).workspaceId);
    const [ended, other] = [await newCookie(user), await newCookie(user)];
    const first = await show(ended);
    expect((await endSession(ended, other, user)).status).toBe(204);
    const replies = await Promise.all(Array.from({ length: 10 }, () => show(ended)));
    const last = await show(other);

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
    // Its own request and the end of the session.
    expect(Number(last.headers['x-ratelimit-remaining'])).toBe(
      Number(first.headers['x-ratelimit-remaining']) - 2,
    );
  });
});
