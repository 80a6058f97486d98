import { beforeEach, expect, test } from 'vitest';
import { sessionKey } from '#lib/auth/items.ts';
import { sessionPrefix } from '#lib/auth/session-cookie.ts';
import { handler as list } from '../../../functions/auth/list-sessions.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { cookieIn, newCookie, newUser, sessionIdOf, type TestUser } from '../../support/users.ts';
import { uniqueSourceAddress } from '../support/subject.ts';

const dayMs = 86_400_000;

let user: TestUser;
beforeEach(async () => {
  user = await newUser((await newWorkspace()).workspaceId, { role: 'viewer' });
});

const show = (cookie: string) => call(list, { method: 'GET', path: '/auth/sessions', cookie });

test('lists the open sessions with their browser, most recently used first', async () => {
  const at = Math.floor(Date.now() / 1000) * 1000;
  const reply = await call(login, {
    method: 'POST',
    path: '/auth/login',
    body: { email: user.email, password: user.password },
    headers: { 'User-Agent': `Firefox/200 ${'x'.repeat(500)}` },
    sourceIp: uniqueSourceAddress(),
    at: at - dayMs,
  });
  const phone = cookieIn(reply) ?? '';
  const mine = await newCookie(user);
  const { body, text } = await show(mine);

  expect(body).toEqual({
    data: [
      {
        id: sessionIdOf(mine),
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        userAgent: null,
        isCurrent: true,
      },
      {
        id: sessionIdOf(phone),
        createdAt: new Date(at - dayMs).toISOString(),
        lastUsedAt: new Date(at - dayMs).toISOString(),
        userAgent: `Firefox/200 ${'x'.repeat(138)}`,
        isCurrent: false,
      },
    ],
    nextCursor: null,
    hasMore: false,
  });
  expect(text).not.toContain(mine.slice(-49, -6));
});

test('the last use is exact, also in the last week of a session', async () => {
  const now = Date.now();
  const old = await newCookie(user, now - 28 * dayMs);
  const keepAlive = (at: number) => call(list, { method: 'GET', path: '/auth/sessions', cookie: old, at });
  for (const days of [22, 16, 10, 4]) await keepAlive(now - days * dayMs);
  const [, session] = (await show(await newCookie(user))).body.data;

  expect(session).toMatchObject({
    id: sessionIdOf(old),
    lastUsedAt: new Date(now - 4 * dayMs).toISOString(),
  });
});

test('shows when a session was opened, also after 100 logins within 30 days', async () => {
  for (let count = 0; count < 100; count++) {
    // A replaced session. Its attribute sorts first.
    const update = sessionKey(user.userId, `${sessionPrefix}-${String(count).padStart(3, '0')}`);
    await connected().table.update({ update, set: { createdAt: Date.now() } });
  }
  const cookie = await newCookie(user);

  expect((await show(cookie)).body.data).toMatchObject([
    { id: sessionIdOf(cookie), createdAt: expect.any(String) },
  ]);
});

test('sessions that have expired are omitted', async () => {
  await newCookie(user, Date.now() - 8 * dayMs);
  await newCookie(user, Date.now() - 6 * dayMs);

  expect((await show(await newCookie(user))).body.data).toHaveLength(2);
});

test('is read in pages of `limit` sessions, each of them once', async () => {
  const now = Date.now();
  for (const hours of [1, 2, 3, 4]) await newCookie(user, now - hours * 3_600_000);
  const mine = await newCookie(user);
  const page = (query: Record<string, string>) =>
    call(list, { method: 'GET', path: '/auth/sessions', cookie: mine, query });
  const all = (await page({})).body.data;
  const first = await page({ limit: '2' });
  const second = await page({ limit: '2', cursor: first.body.nextCursor });
  const last = await page({ limit: '2', cursor: second.body.nextCursor });

  expect(all).toHaveLength(5);
  expect([first, second, last].map(({ body }) => [body.data.length, body.hasMore])).toEqual([
    [2, true],
    [2, true],
    [1, false],
  ]);
  const ids = [first, second, last].flatMap(({ body }) => body.data.map(({ id }: { id: string }) => id));
  expect(ids).toEqual(all.map(({ id }: { id: string }) => id));
  expect(last.body.nextCursor).toBeNull();
});

test('rejects a cursor of another user', async () => {
  const mine = await newCookie(user);
  await newCookie(user);
  const other = await newUser((await newWorkspace()).workspaceId);
  await newCookie(other);
  const theirs = await newCookie(other);
  const query = { limit: '1' };
  const { body } = await call(list, { method: 'GET', path: '/auth/sessions', cookie: theirs, query });
  expect(body.nextCursor).toBeTypeOf('string');
  const refused = await call(list, {
    method: 'GET',
    path: '/auth/sessions',
    cookie: mine,
    query: { ...query, cursor: body.nextCursor },
  });

  expect(refused.status).toBe(422);
});
